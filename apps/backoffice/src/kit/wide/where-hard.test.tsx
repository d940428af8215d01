import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { course } from '../../test/rows'
import { bootAnswer, type WireAnswer } from '../../test/wire'

preparePage()

const lesson = (id: string, title: string, change: object = {}) => ({
  ...{ id, title, stopped: null, questions: 0, rounds: null, handed_in: null },
  ...{ criterion: null, failed_runs: null, passed: null, high: [] },
  ...change,
})

const HARD = {
  slug: 'git',
  lessons: 6,
  rows: [
    lesson('l1', 'A merge with a conflict', {
      ...{ stopped: 12, questions: 7, rounds: 2.5, handed_in: 30 },
      criterion: { title: 'It works', judged: 40, failed: 22 },
      high: ['stopped', 'questions', 'rounds', 'criterion'],
    }),
    lesson('l2', 'Add two numbers', { questions: 101, failed_runs: 2, passed: 9 }),
  ],
}

/** Opens the figures of a course, or the analytics; `answer` is the server's answer about hard lessons. */
function open(answer: () => WireAnswer, path = `/admin/courses/${course.id}?tab=figures`) {
  return openPanel(path, bootAnswer(ALL_RIGHTS), (request) => {
    if (request.path === 'courses') return { body: [course] }
    if (request.path === 'rpc/assignment_figures') return { body: { assignments: [] } }
    if (request.path === 'rpc/course_exercise_figures') return { body: [] }
    return request.path === 'rpc/where_course_is_hard' ? answer() : null
  })
}

it('hard lessons are in the order of the server, with a link to each and to its questions (rules/courses#where-hard)', async () => {
  const { sent } = open(() => ({ body: HARD }))
  const table = within(await screen.findByRole('region', { name: 'Where It Is Hard' }))
  const link = await table.findByRole('link', { name: 'A merge with a conflict' })
  expect(link.getAttribute('href')).toContain(`/admin/courses/${course.id}?lesson=l1`)
  expect(table.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'A merge with a conflict',
    '7 questions',
    'Add two numbers',
    'More than 100 questions',
  ])
  const questions = table.getByRole('link', {
    name: '7 questions on A merge with a conflict, in the portal',
  })
  expect(questions.getAttribute('href')).toBe('/app/courses/git/lesson/l1')
  for (const words of ['12 people', '2.5 (median)', 'of 30 people', '22 of 40 reviews']) {
    expect(table.getByText(words, { exact: false })).toBeDefined()
  }
  expect(table.getByText('2 (median)', { exact: false })).toBeDefined()
  expect(table.getAllByText('High')).toHaveLength(4)
  expect(screen.getByText(/Nothing is known about 4 other lessons\.$/)).toBeDefined()
  expect(sent.find(({ path }) => path === 'rpc/where_course_is_hard')?.body).toEqual({
    course_id: course.id,
  })
}, 60_000)

it('the page says if nothing is known about hard lessons, and offers another try if they could not be read', async () => {
  let answer: WireAnswer = { status: 503, body: {} }
  open(() => answer)
  await screen.findByText('Failed to load where the course is hard')
  answer = { body: { slug: 'git', lessons: 6, rows: [] } }
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText(/^Nothing says so yet: nobody has asked/)
}, 60_000)

it('a moderator whose cohorts do not take a course reads why it has no figures', async () => {
  open(() => ({ body: { nobody: true } }))
  await screen.findByText(
    'None of the cohorts that you look after takes this course, so it has no figures for you.',
  )
  expect(screen.queryByRole('table')).toBeNull()
}, 60_000)
