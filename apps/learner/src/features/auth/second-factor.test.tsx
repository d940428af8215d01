import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPortal } from '../../testing/open-portal'

let portal: ReturnType<typeof openPortal>
afterEach(() => portal.leave())

const factor = { id: 'f1', status: 'verified', factor_type: 'totp', friendly_name: 'App' }
const known = {
  user: { id: 'u1', email: 'member@rookies.test', factors: [factor] },
  challenge: { id: 'c1', type: 'totp' },
}
const waiting = { at: '/login/two-factor', account: { state: 'SECOND_FACTOR' } }

async function enter(code: string) {
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
}

describe('the second factor', () => {
  it('requires six digits before it asks the server', async () => {
    portal = openPortal({ ...waiting, answers: known })
    await enter('12 3')
    expect(screen.getByText('Please enter the six digits of the code')).toBeTruthy()
    expect(portal.asked('verify')).toEqual([])
  })

  it.each([
    [422, 'mfa_verification_failed', /This code is wrong or too old/],
    [429, 'over_request_rate_limit', /Please wait five minutes/],
    [422, 'mfa_challenge_expired', /That took too long/],
  ])('explains the refusal %i %s, and keeps the code', async (status, code, text) => {
    const verify = () => ({ status, body: { code: status, error_code: code, msg: 'no' } })
    portal = openPortal({ ...waiting, answers: { ...known, verify } })
    await enter('123456')
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('123456')
    expect(document.activeElement).toBe(screen.getByLabelText('Code'))
  })

  it('says when no answer comes, and can be tried again', async () => {
    const offline = () => {
      throw new TypeError('fetch failed')
    }
    portal = openPortal({ ...waiting, answers: { ...known, user: offline } })
    await enter('123456')
    expect((await screen.findAllByText(/check your connection/)).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Confirm' })).toHaveProperty('ariaDisabled', null)
  })

  it('redirects an account without a second factor', async () => {
    portal = openPortal({ at: '/login/two-factor?from=%2Fapp%2Fdashboard%3Fsort%3Dprogress' })
    await screen.findByRole('heading', { name: 'Courses Library' })
    expect(location.search).toBe('?sort=progress')
  })

  it('sends a visitor to sign in', async () => {
    portal = openPortal({ at: '/login/two-factor?from=%2Fapp%2Fdashboard', visitor: true })
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(location.search).toBe('?from=%2Fapp%2Fdashboard')
  })
})
