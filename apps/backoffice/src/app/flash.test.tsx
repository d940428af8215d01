import { AccessControlContext } from '@refinedev/core'
import { createAccessControlProvider } from '@rookies/data/refine/access-control'
import { setFlash } from '@rookies/data/session/flash'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bootAnswer } from '../test/wire'
import { Flash } from './flash'
import { NeedGuard } from './need-guard'
import { type Person, PersonContext } from './person'

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const denied = { type: 'error', message: 'Admin access required', description: 'Access Denied' }

/** Opens the panel at an address that needs the right to change settings, as a person with these rights. */
function open(permissions: Person['permissions']) {
  const person = bootAnswer(permissions) as Person
  const toasts = { open: vi.fn() }
  const access = {
    ...createAccessControlProvider(async () => ({ personId: person.account.id, permissions })),
    options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
  }
  const { unmount } = render(
    <MemoryRouter initialEntries={['/admin/settings']}>
      <QueryClientProvider client={new QueryClient()}>
        <AccessControlContext.Provider value={access}>
          <PersonContext value={person}>
            <Routes>
              <Route element={<NeedGuard need={{ resource: 'settings', action: 'update' }} />}>
                <Route path="/admin/settings" element="Settings" />
              </Route>
              <Route path="/admin/courses" element="Courses" />
            </Routes>
            <Flash toasts={toasts} />
          </PersonContext>
        </AccessControlContext.Provider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { toasts, unmount }
}

describe('a page that needs a right', () => {
  it('sends a creator without the right to their own first screen and says why once', async () => {
    const { toasts, unmount } = open([{ resource: 'courses', action: 'update', scope: 'own' }])
    expect(await screen.findByText('Courses')).toBeDefined()
    expect(toasts.open.mock.calls).toEqual([[denied]])
    unmount()
    expect(open([]).toasts.open).not.toHaveBeenCalled()
  })

  it('says that access is denied to a person who may open no screen', () => {
    const { toasts } = open([])
    expect(screen.getByText('Admin access required')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Back to Library' })).toBeDefined()
    expect(toasts.open).not.toHaveBeenCalled()
  })

  it('opens for a person who has the right', () => {
    open([{ resource: 'settings', action: 'update', scope: 'any' }])
    expect(screen.getByText('Settings')).toBeDefined()
  })
})

it('a page shows the message that the previous page stored', () => {
  setFlash(sessionStorage, 'admin-denied', Date.now())
  const { toasts } = open([{ resource: 'settings', action: 'update', scope: 'any' }])
  expect(toasts.open.mock.calls).toEqual([[denied]])
})
