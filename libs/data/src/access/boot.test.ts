import { describe, expect, it } from 'vitest'
import { accountNotice } from './account-notice'
import { parseBoot } from './boot'
import { can } from './can'

const settings = {
  site_name: 'Rookies',
  site_description: 'Learn to code',
  contact_email: 'help@rookies.test',
  allow_registration: true,
  require_email_verification: false,
  enable_two_factor: false,
  maintenance_mode: false,
  creators_admin_panel: false,
}
const account = {
  state: 'ACTIVE',
  id: 'a1',
  name: 'Ada',
  email: 'ada@rookies.test',
  phone: null,
  role: 'ADMIN',
  created_at: '2026-01-01T00:00:00Z',
  aal_required: false,
}

describe('parseBoot', () => {
  it('accepts the answers for a visitor and for a person', () => {
    expect(parseBoot({ account: null, permissions: [], settings }).account).toBeNull()
    expect(parseBoot({ account, permissions: [], settings }).account?.name).toBe('Ada')
    const ended = { ...account, mail_ended: true }
    expect(parseBoot({ account: ended, permissions: [], settings }).account).toEqual({
      ...ended,
      time_zone: null,
    })
  })

  it('leaves out rights with a scope that this build does not know', () => {
    const { permissions } = parseBoot({
      account,
      settings,
      permissions: [
        { resource: 'courses', action: 'list', scope: 'any' },
        { resource: 'modules', action: 'read', scope: 'everywhere' },
      ],
    })
    expect(permissions).toEqual([{ resource: 'courses', action: 'list', scope: 'any' }])
    expect(can(permissions, 'modules', 'read')).toBe(false)
  })

  it('shows the link to the communities only if the answer says that there are some', () => {
    const answer = { account: null, permissions: [], settings }
    expect(parseBoot({ ...answer, communities: true }).communities).toBe(true)
    expect(parseBoot({ ...answer, communities: false }).communities).toBe(false)
    expect(parseBoot(answer).communities).toBe(false)
  })

  it('reads the number of news in communities; a missing number is 0', () => {
    const answer = { account: null, permissions: [], settings }
    expect(parseBoot({ ...answer, community_news: 3 }).community_news).toBe(3)
    expect(parseBoot(answer).community_news).toBe(0)
  })

  it('refuses an answer of an unexpected shape', () => {
    expect(() => parseBoot(null)).toThrow()
    expect(() => parseBoot({ account: null, settings })).toThrow()
    expect(() =>
      parseBoot({ account: { ...account, state: 'HAPPY' }, permissions: [], settings }),
    ).toThrow()
    expect(() => parseBoot({ account, permissions: ['courses'], settings })).toThrow()
  })
})

describe('accountNotice', () => {
  const person = (change: object) => {
    const read = parseBoot({
      account: { ...account, ...change },
      permissions: [],
      settings,
    }).account
    if (!read) throw new Error('no account')
    return accountNotice(read, settings)
  }

  it('is null for an active account', () => {
    expect(person({})).toBeNull()
  })

  it('says why any other account may not enter, and whom to ask', () => {
    expect(person({ state: 'DISABLED' })?.message).toContain('help@rookies.test')
    expect(person({ state: 'UNVERIFIED' })?.title).toBe('Verify Your Email')
    expect(person({ state: 'MAINTENANCE' })?.message).toContain('Rookies')
    expect(person({ state: 'SECOND_FACTOR' })?.message).toContain('authenticator app')
    expect(person({ state: 'NO_PROFILE' })?.title).toBe('Profile Setup Required')
    expect(person({ role: 'EMPEROR' })).toEqual({
      title: 'Profile Error',
      message: 'User profile has invalid role. Please contact support.',
    })
  })
})
