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

it('an unsaved change of a note is stored although the opening call does not answer', async () => {
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
