import { anAnswer, aQuestion, aThread } from '@rookies/data/testing/questions'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aBody } from '../../../../testing/fixtures'
import { visitCourse } from '../../../../testing/open-course'
import type { openPortal } from '../../../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  portal.leave()
})

const list = (questions: object[]) => ({
  ...{ can_ask: true, banned: false, moderates: false, cohort: null, questions, next: null },
})
/** Opens a lesson whose questions the server answers. */
function visit(answers: object, path = '') {
  portal = visitCourse(`/app/courses/git/lesson/a${path}`, {
    lessons: [aBody('a', { content: 'Hot water.' })],
    ...answers,
  })
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const failure = { status: 400, body: { code: '22000', message: 'x' } }

it('a button loads more questions or answers, and a message says if that fails', async () => {
  let works = false
  const later =
    (first: object, second: object) =>
    ({ query }: { query: URLSearchParams }) =>
      `${query}`.includes('the-last')
        ? works
          ? { body: second }
          : failure
        : { body: { ...first, next: 'the-last' } }
  const asked = aQuestion()
  visit({
    lesson_questions: later(
      list([asked]),
      list([aQuestion({ id: 'q2', title: 'Why is it wet?' })]),
    ),
    question: later(
      aThread(asked, [anAnswer()]),
      aThread(asked, [anAnswer({ id: 'a2', body: 'Ice.' })]),
    ),
  })
  await press('Show questions')
  await press('Show older questions')
  await screen.findByText('Failed to load questions. Please try again.')
  works = true
  await press('Show older questions')
  await screen.findByText('Why is it wet?')
  expect(screen.queryByRole('button', { name: 'Show older questions' })).toBeNull()
  works = false
  fireEvent.click(screen.getByRole('link', { name: asked.title }))
  await press('Show more answers')
  await screen.findByText('Failed to load more answers. Please try again.')
  works = true
  await press('Show more answers')
  await screen.findByText('Ice.')
})

it('a question opens at the answer that its address names, also if that is on a later page', async () => {
  const page = (id: string, next: string | null) => ({
    ...aThread(aQuestion({ answers: 2 }), [anAnswer({ id, author: id })]),
    next,
  })
  visit(
    {
      question: ({ query }: { query: URLSearchParams }) => ({
        body: query.get('after') === 'a1' ? page('a2', null) : page('a1', 'a1'),
      }),
    },
    '?question=q1&answer=a2',
  )
  const answer = await screen.findByRole('article', { name: 'Answer by a2' })
  await waitFor(() => expect(document.activeElement).toBe(answer))
})

it('if a later page with the linked answer fails to load, it is requested again only when the person asks', async () => {
  visit(
    {
      question: ({ query }: { query: URLSearchParams }) =>
        query.has('after')
          ? failure
          : { body: { ...aThread(aQuestion({ answers: 2 }), [anAnswer()]), next: 'a1' } },
    },
    '?question=q1&answer=a2',
  )
  await screen.findByText('Failed to load more answers. Please try again.')
  await press('Follow')
  await waitFor(() => expect(portal.asked('question').length).toBeGreaterThan(2))
  screen.getByText('Failed to load more answers. Please try again.')
  expect(portal.asked('question').filter(({ query }) => query.has('after'))).toHaveLength(1)
})
