import { anOutline } from '@rookies/data/testing/outline'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { visitCourse } from '../../../testing/open-course'
import { personalKeys } from '../../../testing/personal-keys'

let portal: ReturnType<typeof visitCourse>
afterEach(() => portal.leave())

const openCourse = (...visit: Parameters<typeof visitCourse>) => {
  portal = visitCourse(...visit)
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const answer = (code: string, message: string) => () => ({ status: 403, body: { code, message } })
const refused = answer('42501', 'new row violates row-level security policy')
const lost = answer('PT403', 'You no longer have access to it.')

it('messages say which completion could not be saved and why, and that access to the lesson or course has ended', async () => {
  openCourse('/app/courses/git/lesson/a', {
    lesson_completions: refused,
    complete_late: lost,
    my_account_state: { state: 'ACTIVE' },
  })
  fireEvent.click(await button('Mark As Complete'))
  expect(
    await screen.findByText(
      '“Lesson a” was not saved as complete. You no longer have access to it.',
    ),
  ).toBeTruthy()
  expect(await screen.findByText(/^You don't have access to this lesson\./)).toBeTruthy()
  await button('Mark As Complete')
  portal.leave()

  openCourse('/app/courses/git/lesson/a', {
    lesson_completions: refused,
    complete_late: lost,
    my_account_state: { state: 'ACTIVE' },
  })
  const complete = await button('Mark As Complete')
  portal.answer('course_outline', anOutline({ entitled: false }))
  fireEvent.click(complete)
  expect(await screen.findByText(/^You don't have access to this course\./)).toBeTruthy()
})

it('a completion made while access was open is saved although it arrives later', async () => {
  openCourse('/app/courses/git/lesson/a', {
    lesson_completions: refused,
    my_account_state: { state: 'ACTIVE' },
    complete_late: () => ({ status: 204 }),
  })
  fireEvent.click(await button('Mark As Complete'))
  await waitFor(() =>
    expect(portal.asked('complete_late')).toMatchObject([
      { body: { lesson_id: 'a', as_user: 'u1' } },
    ]),
  )
  await waitFor(() => expect(personalKeys()).toEqual(['rookies-auth']))
  expect((await button('Completed')).ariaDisabled).toBe('true')
  expect(screen.queryByText(/^You don't have access/)).toBeNull()
})
