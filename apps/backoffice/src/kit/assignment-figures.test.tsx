import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../test/open-panel'
import { course } from '../test/rows'
import { bootAnswer } from '../test/wire'

preparePage()

const LESSON = '1e000000-0000-4000-8000-000000000001'
const assignment = (id: string, title: string, more: object) => ({
  ...{ lesson: { id, title }, course: { id: course.id, title: 'Git', slug: 'git' } },
  ...{ handed_in: 4, waiting: 1, passed: 2, rounds: 1.5, reviews: 3 },
  ...{ median_hours: 5, p90_hours: 9, criteria: [], tests: [], ...more },
})

it('the figures of a tested assignment name the tests that fail most, and lead to its repositories (rules/repositories#table)', async () => {
  const assignments = [
    assignment(LESSON, 'Tea', {
      tested: true,
      criteria: [{ id: 'c1', title: 'It reads well', judged: 3, failed: 1 }],
      tests: [{ name: 'list > pours', judged: 20, failed: 7 }],
    }),
    assignment('1e000000-0000-4000-8000-000000000002', 'Coffee', {}),
  ]
  openPanel(`/admin/courses/${course.id}?tab=figures`, bootAnswer(ALL_RIGHTS), ({ path }) => {
    if (path === 'courses') return { body: [course] }
    if (path === 'rpc/assignment_figures') return { body: { assignments } }
    if (path === 'rpc/where_course_is_hard') return { body: { slug: 'git', lessons: 1, rows: [] } }
    return null
  })
  const table = within(await screen.findByRole('region', { name: 'Assignments' }))
  const items = (name: string) =>
    within(table.getByRole('list', { name })).getAllByRole('listitem')[0]?.textContent
  expect(items('Criteria')).toBe('It reads well 1 of 3')
  expect(items('Tests')).toBe('list › pours 7 of 20')
  const links = table.getAllByRole('link', { name: /^Repositories of/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/admin/reviews/repositories/${LESSON}`,
  ])
})
