import { aLesson, anOutline } from '@rookies/data/testing/outline'
import { anAnswer, aQuestion, aThread } from '@rookies/data/testing/questions'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { aBody } from '../../../../testing/fixtures'
import { visitCourse } from '../../../../testing/open-course'
import { openPortal } from '../../../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  portal.leave()
  localStorage.clear()
})

/** Opens a question of a lesson. */
function visit(answers: object) {
  portal = visitCourse('/app/courses/git/lesson/a?question=q1', {
    ...{ lessons: [aBody('a', { content: 'Hot water.' })], ...answers },
  })
}
const sent = (name: string) => portal.asked(name).map(({ body }) => body)
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

describe('for its moderators, a question', () => {
  it('shows the reasons of its reports, which they can dismiss', async () => {
    let settled = false
    visit({
      question: () => ({
        body: aThread(aQuestion({ moderates: true, reasons: settled ? [] : ['Rude'] }), [
          anAnswer({ id: 'a1', reasons: ['Wrong'] }),
        ]),
      }),
      settle_question_reports: () => {
        settled = true
        return { body: null }
      },
    })
    await screen.findByText('Rude')
    const [ofQuestion, ofAnswer] = screen.getAllByRole('button', { name: 'Dismiss reports' })
    fireEvent.click(ofQuestion as HTMLElement)
    await screen.findByText('Reports dismissed')
    await waitFor(() => expect(screen.queryByText('Rude')).toBeNull())
    fireEvent.click(ofAnswer as HTMLElement)
    await waitFor(() =>
      expect(sent('settle_question_reports')).toEqual([
        { question_id: 'q1' },
        { question_id: 'q1', answer_id: 'a1' },
      ]),
    )
  })

  it('cannot be merged if the lesson has no other question', async () => {
    const asked = aThread(aQuestion({ moderates: true, author_id: 'p1' }))
    visit({
      question: { ...asked, moderation: { course_id: 'c1', writers: { p1: false } } },
      questions_to_merge: [],
    })
    await press('Options for the question by Mia Wu')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Merge into another question' }))
    await screen.findByText('This lesson has no other question that the same people can read.')
    expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull()
  })

  it('can be merged into a question that they choose, whose page then opens', async () => {
    const target = {
      ...{ id: 'q2', title: 'Why is the tea hot?', author: 'Zoe', former: false, answers: 1 },
      ...{ created_at: '2026-11-27T10:00:00Z', state: 'ANSWERED', accepted: true },
    }
    let works = false
    visit({
      question: ({ query }: { query: URLSearchParams }) => ({
        body: {
          ...aThread(
            query.get('question_id') === 'q2'
              ? aQuestion({ id: 'q2', title: target.title, moderates: true })
              : aQuestion({ moderates: true, author_id: 'p1' }),
          ),
          moderation: { course_id: 'c1', writers: { p1: false } },
        },
      }),
      questions_to_merge: ({ query }: { query: URLSearchParams }) => ({
        body: query.get('words') === 'coffee' ? [] : [target],
      }),
      merge_questions: () =>
        works
          ? { body: null }
          : { status: 409, body: { code: 'PT409', message: 'This question was merged.' } },
    })
    await press('Options for the question by Mia Wu')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Merge into another question' }))
    await press('Merge')
    await screen.findByText('Choose a question first.')
    fireEvent.click(await screen.findByRole('radio', { name: /^Why is the tea hot\?/ }))
    fireEvent.change(screen.getByLabelText('Search the questions of this lesson'), {
      target: { value: 'coffee' },
    })
    await screen.findByText(/^No question of this lesson that the same people can read has these/)
    await press('Merge')
    await screen.findByText('This question was merged.')
    works = true
    await press('Merge')
    await screen.findByText('Questions merged')
    expect(sent('merge_questions')).toEqual([
      { question_id: 'q1', into_id: 'q2' },
      { question_id: 'q1', into_id: 'q2' },
    ])
    await screen.findByRole('heading', { level: 3, name: target.title })
    expect(location.search).toBe('?question=q2')
  })

  it('lets them ban its writers after a confirmation, and lift the ban', async () => {
    let banned = false
    visit({
      question: () => ({
        body: {
          ...aThread(aQuestion({ moderates: true, author_id: 'p1' }), [
            anAnswer({ author: 'Cora', staff: true, author_id: 'p3' }),
          ]),
          moderation: { course_id: 'c1', writers: { p1: banned } },
        },
      }),
      ban_from_questions: ({ body }: { body: unknown }) => {
        banned = (body as { banned: boolean }).banned
        return { body: null }
      },
    })
    await press('Options for the question by Mia Wu')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Ban from the questions' }))
    screen.getByText(/^They can no longer read or write questions in this course/)
    expect(sent('ban_from_questions')).toEqual([])
    await press('Ban')
    await screen.findByText('Banned from the questions')
    await screen.findByText('Banned')
    await press('Options for the question by Mia Wu')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Lift ban' }))
    await screen.findByText('Ban lifted')
    expect(sent('ban_from_questions')).toEqual([
      { course_id: 'c1', user_id: 'p1', banned: true },
      { course_id: 'c1', user_id: 'p1', banned: false },
    ])
    // The menu offers a ban only for people whom the reader may ban.
    await press('Options for the answer by Cora')
    expect(screen.queryByRole('menuitem', { name: /ban/i })).toBeNull()
  })
})

it.each([
  ['shows who moderates the question to which a link led', ['list', 'moderate'], 1],
  ['shows others none', ['read'], 0],
])('in a lesson that is closed to them: the page %s', async (_what, actions, count) => {
  const modules = [{ id: 'm', title: 'M', lessons: [aLesson('a', { open: false })] }]
  portal = openPortal({
    at: '/app/courses/git/lesson/a?question=q1',
    permissions: actions.map((action) => ({ resource: 'questions', action, scope: 'any' })),
    answers: {
      course_outline: anOutline({ entitled: false, modules }),
      question: aThread(aQuestion({ moderates: true, reasons: ['Rude'] })),
    },
  })
  await screen.findByRole('heading', { name: 'Access required' })
  if (count > 0) await screen.findByRole('button', { name: 'Dismiss reports' })
  expect(screen.queryAllByRole('heading', { name: 'Questions' })).toHaveLength(count)
  expect(portal.asked('question')).toHaveLength(count)
})
