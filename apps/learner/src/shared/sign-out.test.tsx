import { aLesson, anOutline } from '@rookies/data/testing/outline'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { visitCourse } from '../testing/open-course'
import { signOutDestination } from './sign-out-destination'

let portal: ReturnType<typeof visitCourse>
afterEach(() => {
  portal.leave()
  localStorage.clear()
  signOutDestination.to = null
})

const unavailable = () => ({ status: 503, body: { message: 'upstream is away' } })
const queued = () => Object.keys(localStorage).filter((key) => /^rookies-(outbox|draft)/.test(key))

/** Opens a lesson and completes it, while the server saves no completion. */
async function completeUnsent() {
  portal = visitCourse('/app/courses/git/lesson/a', {
    course_outline: anOutline({ modules: [{ id: 'm', title: 'M', lessons: [aLesson('a')] }] }),
    lesson_completions: unavailable,
    library: [],
  })
  localStorage.setItem('rookies-draft:u1:note-on:a', '{"id":"note-on:a","text":"Half a thought"}')
  fireEvent.click(await screen.findByRole('button', { name: 'Mark As Complete' }))
  await waitFor(() => expect(portal.asked('lesson_completions')).not.toHaveLength(0))
}

async function signOut() {
  fireEvent.click(await screen.findByRole('button', { name: 'Account' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}

it('before a sign-out, a dialog says what is not saved, and the person can stay', async () => {
  await completeUnsent()
  await signOut()
  const question = await screen.findByRole('dialog', { name: /lose what is not saved/ })
  expect(question.textContent).toContain('1 completed lesson')
  expect(question.textContent).toContain('1 draft')
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  await waitFor(() => expect(screen.queryByText(/lose what is not saved/)).toBeNull())
  expect(queued()).toHaveLength(2)
  expect(location.pathname).toBe('/app/courses/git/lesson/a')
})

it('the dialog names drafts of lessons, and signing out deletes them and the form drafts of the tab', async () => {
  portal = visitCourse('/app/courses/git', { course_outline: anOutline() })
  localStorage.setItem('rookies-lesson-draft:u1:lessons:a', '{}')
  localStorage.setItem('rookies-lesson-draft:u2:lessons:a', '{}')
  sessionStorage.setItem('rookies-form-draft:u1:invites:new', '{}')
  await signOut()
  const question = await screen.findByRole('dialog', { name: /lose what is not saved/ })
  expect(question.textContent).toContain('1 draft of a lesson')
  fireEvent.click(screen.getByRole('button', { name: 'Discard and sign out' }))
  await screen.findByText('You have been signed out successfully')
  expect(localStorage.getItem('rookies-lesson-draft:u1:lessons:a')).toBeNull()
  expect(localStorage.getItem('rookies-lesson-draft:u2:lessons:a')).toBe('{}')
  expect(sessionStorage.getItem('rookies-form-draft:u1:invites:new')).toBeNull()
})

it('signing out deletes the form drafts of the tab without asking', async () => {
  portal = visitCourse('/app/courses/git', { course_outline: anOutline() })
  sessionStorage.setItem('rookies-form-draft:u1:invites:new', '{}')
  await signOut()
  await screen.findByText('You have been signed out successfully')
  expect(sessionStorage.getItem('rookies-form-draft:u1:invites:new')).toBeNull()
})

it('a person who discards unsaved changes is signed out, and nothing of them stays in the browser', async () => {
  await completeUnsent()
  await signOut()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard and sign out' }))
  await screen.findByText('You have been signed out successfully')
  expect(queued()).toEqual([])
})

it('a person who waits is signed out as soon as everything is saved', async () => {
  await completeUnsent()
  localStorage.removeItem('rookies-draft:u1:note-on:a')
  await signOut()
  await screen.findByRole('button', { name: 'Discard and sign out' })
  portal.answer('lesson_completions', () => ({ status: 201, body: null }))
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByText('You have been signed out successfully')
  expect(queued()).toEqual([])
})
