import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { preparePage } from '../test/open-panel'
import { LeaveGuard } from './leave-guard'

preparePage()

/** A page with unsaved changes, on which a second form can be opened and closed. */
function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <LeaveGuard when />
      {open && <LeaveGuard when={false} />}
      <button type="button" onClick={() => setOpen(!open)}>
        Rename
      </button>
      <Link to="/elsewhere">Leave</Link>
    </>
  )
}

function openPage() {
  const router = createMemoryRouter([
    { path: '/', element: <Page /> },
    { path: '/elsewhere', element: <h1>Elsewhere</h1> },
  ])
  render(<RouterProvider router={router} />)
}

it('leaving a page with unsaved changes asks first, even while another form without changes is open', async () => {
  const warned = vi.spyOn(console, 'warn')
  openPage()
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
  fireEvent.click(screen.getByText('Leave'))
  fireEvent.click(await screen.findByRole('button', { name: 'Stay on This Page' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('heading', { name: 'Elsewhere' })).toBeNull()
  fireEvent.click(screen.getByText('Leave'))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave Without Saving' }))
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeDefined()
  expect(warned).not.toHaveBeenCalled()
})
