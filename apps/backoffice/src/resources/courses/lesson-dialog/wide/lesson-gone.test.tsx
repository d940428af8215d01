import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { ALL_RIGHTS, openPart, preparePage } from '../../../../test/open-panel'
import { bootAnswer } from '../../../../test/wire'
import { LessonDialogHost } from '../lesson-dialog-host'

preparePage()

const LESSON = '1e000000-0000-4000-8000-000000000001'

// The dialog takes long to load. Loading it here keeps it out of the timeouts of the tests.
beforeAll(() => import('../lesson-dialog'), 60_000)

it('the dialog of a deleted lesson restores the lesson and reads it again', async () => {
  const { sent } = openPart(
    <LessonDialogHost slug="git" />,
    `/admin/courses?lesson=${LESSON}`,
    bootAnswer(ALL_RIGHTS),
    ({ path }) => (path === 'rpc/restore_lesson' ? { status: 204 } : null),
  )
  const reads = () => sent.filter(({ path }) => path === 'lessons').length
  fireEvent.click(await screen.findByText('Restore Lesson'))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === 'rpc/restore_lesson')?.body).toEqual({
      lesson_id: LESSON,
    }),
  )
  await waitFor(() => expect(reads()).toBe(2))
})
