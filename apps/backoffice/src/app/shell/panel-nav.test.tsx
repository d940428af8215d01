import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()

it('marks Members also at the address of the moderator panel itself', async () => {
  openPanel('/moderator', bootAnswer(ALL_RIGHTS, { role: 'MODERATOR' }))
  const menu = await screen.findByRole('navigation', { name: 'Moderator panel' })
  const marked = menu.querySelectorAll('[data-above], [aria-current]')
  expect([...marked].map((link) => link.textContent)).toEqual(['Members'])
})
