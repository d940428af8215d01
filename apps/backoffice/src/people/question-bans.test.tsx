import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../test/open-panel'
import { course } from '../test/rows'
import { bootAnswer } from '../test/wire'

preparePage()

it('staff see who is banned from the questions of a course, when and by whom, and can lift a ban (rules/questions#banned)', async () => {
  let banned = true
  let broken = true
  const lifted: unknown[] = []
  openPanel(
    `/admin/courses/${course.id}?tab=questions`,
    bootAnswer(ALL_RIGHTS),
    ({ path, body }) => {
      if (path === 'courses') return { body: [course] }
      if (path === 'rpc/question_bans') {
        if (broken) return { status: 500, body: { code: 'XX000', message: 'x' } }
        const ban = { user_id: 'p1', name: 'Mia Wu', banned_at: '2026-11-19T08:00:00Z' }
        return { body: banned ? [{ ...ban, by: 'Ada Okafor' }] : [] }
      }
      if (path === 'rpc/ban_from_questions') {
        lifted.push(body)
        banned = false
        return { body: null }
      }
      return null
    },
  )
  const again = await screen.findByRole('button', { name: 'Try Again' })
  expect(screen.getByText('Failed to load who is banned')).toBeDefined()
  broken = false
  fireEvent.click(again)
  const list = within(await screen.findByRole('region', { name: 'Banned people' }))
  expect(await list.findByText('Ada Okafor')).toBeDefined()
  expect(list.getByText(/Nov 19, 2026/)).toBeDefined()
  fireEvent.click(list.getByRole('button', { name: 'Lift the ban of Mia Wu' }))
  await screen.findByText('Nobody is banned')
  await waitFor(() =>
    expect(lifted).toEqual([{ course_id: course.id, user_id: 'p1', banned: false }]),
  )
}, 60_000)
