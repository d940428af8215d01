import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const note = {
  id: 'n1',
  lesson_id: 'l1',
  slug: 'git',
  course_title: 'Git',
  lesson_title: 'Undo',
  at_seconds: null,
  quote: null,
  body: 'Before',
  revision: 'r1',
  updated_at: '2026-01-01T00:00:00Z',
  open: true,
}

it('an unsaved change of a note is stored in the browser even if the opening call gets no answer', async () => {
  const answers = {
    boot: () => new Promise<never>(() => {}),
    my_notes: { notes: [note], more: false },
  }
  portal = openPortal({ at: '/app/notes', answers })
  fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  const box = await screen.findByRole('textbox', { name: 'Note' })
  fireEvent.change(box, { target: { value: 'Before and after' } })
  expect(localStorage.getItem('rookies-draft:u1:note:n1')).toContain('Before and after')
})

it('a button loads more notes, and a message below the notes says if that fails', async () => {
  let works = false
  portal = openPortal({
    at: '/app/notes',
    answers: {
      my_notes: ({ body }: { body: unknown }) =>
        !Object(body).before
          ? { body: { notes: [note], more: true } }
          : works
            ? { body: { notes: [{ ...note, id: 'n2', body: 'After' }], more: false } }
            : { status: 400, body: { code: '22000', message: 'x' } },
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByText('More notes could not be loaded. Please try again.')
  expect(screen.queryByText('Your notes could not be loaded')).toBeNull()
  screen.getByText('Before')
  works = true
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('After')
})
