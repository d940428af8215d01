import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { PERSON } from '../../test/state-answers'
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

describe('mail that has ended', () => {
  const mailEnded = { reason: 'BOUNCED', at: '2026-11-03T08:00:00Z' }
  const personWith = (mail_ended: object | null) => ({ body: { ...PERSON, mail_ended } })

  it('is said on the page of the person, and is allowed again there', async () => {
    let ended: object | null = mailEnded
    const boot = bootAnswer(ALL_RIGHTS)
    const { sent } = openPanel(`/admin/members/${PERSON.id}`, boot, ({ path }) => {
      if (path === 'rpc/person') return personWith(ended)
      if (path !== 'rpc/allow_mail') return null
      ended = null
      return { status: 204 }
    })
    expect(await screen.findByText(/^Mail bounced on .*2026, so no mail is sent\.$/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Allow Mail Again' }))
    expect(await screen.findByText('Mail is sent again')).toBeDefined()
    await waitFor(() => expect(screen.queryByText(/^Mail bounced/)).toBeNull())
    expect(sent.filter(({ path }) => path === 'rpc/allow_mail').map(({ body }) => body)).toEqual([
      { user_id: PERSON.id },
    ])
  })

  it('can be read by a moderator, who cannot allow it again', async () => {
    const boot = bootAnswer(ROLE_RIGHTS.MODERATOR, { role: 'MODERATOR' })
    openPanel(`/moderator/members/${PERSON.id}`, boot, ({ path }) =>
      path === 'rpc/person' ? personWith({ ...mailEnded, reason: 'COMPLAINED' }) : null,
    )
    expect(await screen.findByText(/^Mail was reported as spam on /)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Allow Mail Again' })).toBeNull()
  })
})
