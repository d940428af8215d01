import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()

it('the menu marks Members as current at the address /moderator too', async () => {
  openPanel('/moderator', bootAnswer(ALL_RIGHTS, { role: 'MODERATOR' }))
  const menu = await screen.findByRole('navigation', { name: 'Moderator panel' })
  const marked = menu.querySelectorAll('[data-above], [aria-current]')
  expect([...marked].map((link) => link.textContent)).toEqual(['Members'])
})
