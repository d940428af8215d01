import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { visitCourse } from '../../testing/open-course'
import type { openPortal } from '../../testing/open-portal'
import LessonNotes from './notes/lesson-notes'
import { lessonNotes } from './notes/notes-part'

let portal: ReturnType<typeof openPortal>
afterEach(() => {
  portal.leave()
  vi.restoreAllMocks()
})

it('a lesson stays when the code of its notes cannot be loaded, which is requested again when the connection returns and when the person retries', async () => {
  const cut = new TypeError('Failed to fetch')
  lessonNotes.component = null
  const asked = vi
    .spyOn(lessonNotes, 'fetch')
    .mockImplementation(async () => {
      lessonNotes.component = LessonNotes
    })
    .mockRejectedValueOnce(cut)
    .mockRejectedValueOnce(cut)
  vi.spyOn(console, 'error').mockReturnValue()
  portal = visitCourse('/app/courses/git/lesson/a')
  await screen.findByText(/^Your notes could not be loaded/)
  await screen.findByText('About a')
  fireEvent.click(await screen.findByRole('button', { name: 'Mark As Complete' }))
  await screen.findByRole('button', { name: 'Completed' })

  act(() => onlineManager.setOnline(false))
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  await screen.findByText(/^Your notes could not be loaded/)
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('button', { name: 'Add note' })
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
})
