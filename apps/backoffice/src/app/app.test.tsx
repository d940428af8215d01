import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type } from '../test/interact'
import { ALL_RIGHTS, openPanel, preparePage } from '../test/open-panel'
import { bootAnswer } from '../test/wire'

preparePage()

it('a form keeps what was typed when the person turns animations off', async () => {
  let calm = false
  const watchers = new Set<() => void>()
  vi.stubGlobal('matchMedia', (query: string) => {
    const asksForMotion = query.includes('prefers-reduced-motion')
    return {
      matches: asksForMotion && calm,
      addEventListener: (_: string, watcher: () => void) => asksForMotion && watchers.add(watcher),
      removeEventListener: (_: string, watcher: () => void) => watchers.delete(watcher),
      addListener: () => {},
      removeListener: () => {},
    }
  })
  openPanel('/admin/invites?new=invite', bootAnswer(ALL_RIGHTS))
  const field = await screen.findByRole('textbox', { name: 'Email' })
  type(field, 'person@example.org')
  act(() => {
    calm = true
    for (const changed of watchers) changed()
  })
  expect(screen.getByRole('textbox', { name: 'Email' })).toBe(field)
  expect(field).toHaveProperty('value', 'person@example.org')
})
