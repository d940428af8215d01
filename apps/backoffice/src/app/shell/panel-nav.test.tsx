import { cleanup, configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ALL_RIGHTS, openPanel, stubBrowser } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

// Screens load lazily, which can take long on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

it('marks Members also at the address of the moderator panel itself', async () => {
  openPanel('/moderator', bootAnswer(ALL_RIGHTS, { role: 'MODERATOR' }))
  const menu = await screen.findByRole('navigation', { name: 'Moderator panel' })
  const marked = menu.querySelectorAll('[data-above], [aria-current]')
  expect([...marked].map((link) => link.textContent)).toEqual(['Members'])
})
