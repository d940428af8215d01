import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findDialog } from '../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../test/open-panel'
import { course } from '../test/rows'
import { bootAnswer } from '../test/wire'

preparePage()

const LESSON = '1e000000-0000-4000-8000-000000000001'
const PERSON = '1e000000-0000-4000-8000-000000000002'
const figures = {
  lesson_id: LESSON,
  tried: 1,
  passed: 0,
  median_runs: null,
  looked: 1,
  tests: [{ name: 'adds', hidden: false, failed: 4, people: 1, actual: '3' }],
}
const inCourse = { proved: true, language: 'JS', completed: 0 }
// The language of the exercise was changed to Page; it still has runs of its earlier language.
const page = {
  ...{ ...figures, ...inCourse, lesson_id: '1e000000-0000-4000-8000-000000000003' },
  ...{ title: 'A card', language: 'PAGE', completed: 12, median_runs: 4 },
}
const standing = {
  runs: 4,
  failed_runs: 4,
  passed_at: null,
  runs_to_pass: null,
  looked_at: '2026-11-19T08:00:00Z',
}
const run = {
  id: 'run-4',
  no: 4,
  version: 2,
  created_at: '2026-11-19T08:00:00Z',
  verified_at: '2026-11-19T08:00:01Z',
  verdict: 'FAIL',
  claimed: 'PASS',
  results: [
    { name: 'adds', ok: false, problem: { message: 'expected 3, got 4' } },
    { name: 'secret', ok: false, hidden: true },
  ],
}

it('from the figures of a course, staff open the code of one run (rules/exercises#figures)', async () => {
  openPanel(`/admin/courses/${course.id}?tab=figures`, bootAnswer(ALL_RIGHTS), ({ path }) => {
    if (path === 'courses') return { body: [course] }
    if (path === 'rpc/assignment_figures') return { body: { assignments: [] } }
    if (path === 'rpc/where_course_is_hard') return { body: { slug: 'git', lessons: 1, rows: [] } }
    if (path === 'rpc/course_exercise_figures')
      return { body: [{ ...figures, ...inCourse, title: 'Add two numbers' }, page] }
    if (path === 'rpc/exercise_figures') {
      const person = { user_id: PERSON, name: 'Ada Okafor', last_at: run.created_at, ...standing }
      return { body: { ...figures, people: [person] } }
    }
    if (path === 'rpc/exercise_runs_of') return { body: { ...standing, kept: [run] } }
    if (path === 'rpc/exercise_run') {
      const files = [{ path: 'main.js', text: 'export const sum = 4' }]
      return { body: { ...run, lesson_id: LESSON, user_id: PERSON, files } }
    }
    return null
  })
  const table = within(await screen.findByRole('region', { name: 'Exercises' }))
  expect(table.getByText('4 times, 1 person; mostly got 3')).toBeDefined()
  expect(table.getByText('12 people completed it')).toBeDefined()
  expect(table.queryByText('4 (median)')).toBeNull()
  expect(table.queryByRole('button', { name: '1 person tried A card' })).toBeNull()
  fireEvent.click(table.getByRole('button', { name: '1 person tried Add two numbers' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Runs of Ada Okafor' }))
  const runs = within(await findDialog('Add two numbers: Ada Okafor'))
  fireEvent.click(await runs.findByText('Run 4'))
  expect(await runs.findByText('export const sum = 4')).toBeDefined()
  expect(runs.getByText('expected 3, got 4')).toBeDefined()
  expect(runs.getByText('(hidden)')).toBeDefined()
}, 60_000)
