import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPanel, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'

preparePage()

it('leads a moderator from a person who is gone back to the list of their own panel', async () => {
  const rights = [{ resource: 'moderator_panel', action: 'enter', scope: 'any' }]
  const boot = bootAnswer(rights, { role: 'MODERATOR' })
  openPanel('/moderator/members/5f0c1a52-0000-4000-8000-000000000001', boot, ({ path }) =>
    path === 'rpc/person'
      ? { status: 404, body: { code: 'PT404', message: 'Gone', hint: 'NO_PERSON' } }
      : null,
  )
  const back = await screen.findByRole('link', { name: 'Back to Members' })
  expect(back.getAttribute('href')).toBe('/moderator/members')
})
