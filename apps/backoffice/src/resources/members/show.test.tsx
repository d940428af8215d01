import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ALL_RIGHTS, openPanel, preparePage } from '../../test/open-panel'
import { ROLE_RIGHTS } from '../../test/role-rights'
import { PERSON } from '../../test/state-answers'
import { bootAnswer } from '../../test/wire'

preparePage()

it("a moderator who opens the page of a deleted person gets a link back to the moderators' own list", async () => {
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

describe('page of a person whose mail has ended', () => {
  const mailEnded = { reason: 'BOUNCED', at: '2026-11-03T08:00:00Z' }
  const personWith = (mail_ended: object | null) => ({ body: { ...PERSON, mail_ended } })

  it('the page of a person says why the mail has ended, and lets an administrator allow mail again', async () => {
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

  it('the page of a person shows a moderator why the mail has ended, without a button to allow mail again', async () => {
    const boot = bootAnswer(ROLE_RIGHTS.MODERATOR, { role: 'MODERATOR' })
    openPanel(`/moderator/members/${PERSON.id}`, boot, ({ path }) =>
      path === 'rpc/person' ? personWith({ ...mailEnded, reason: 'COMPLAINED' }) : null,
    )
    expect(await screen.findByText(/^Mail was reported as spam on /)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Allow Mail Again' })).toBeNull()
  })
})
