import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { inviteOffer } from '../invites/accept-invite'
import { inviteKeys } from '../invites/invite-query'
import { parseOpenInvite } from '../invites/open-invite-query'
import { parseLegalTexts } from '../legal/legal-texts-query'
import { createDataClient } from '../session/create-client'
import { nameProblem } from '../session/full-name'
import { mapStorage } from '../testing/memory-storage'
import { memberSince } from '../time/moment-text'
import { checkPassword, passwordProblems } from './check-password'
import { deviceOf } from './device-name'
import { myDataFile } from './my-data'
import { readNameDraft, saveName, saveNameDraft } from './profile-query'
import { endSession } from './sessions-query'

type Answer = { status?: number; body?: unknown }

/** Creates an ephemeral client with a mocked server. `answers` are by the last part of the request's path. */
function aClient(answers: Record<string, Answer>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    asked.push(`${init?.method ?? 'GET'} ${url.pathname}`)
    const { status = 200, body } = answers[url.pathname.split('/').at(-1) ?? ''] ?? { status: 404 }
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  return { client: createDataClient({ url: 'http://x.test', key: 'k', ephemeral: true }), asked }
}

const session = {
  access_token: 'a.b.c',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  user: { id: 'u1', email: 'mia@x.test' },
}
const wrong = { status: 400, body: { code: 400, error_code: 'invalid_credentials', msg: 'no' } }
const mia = { email: 'mia@x.test', password: 'abacus' }

describe('deviceOf', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0'
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
      'Chrome on Windows',
      'computer',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/126.0.0.0`,
      'Edge on Windows',
      'computer',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`,
      'Chrome on Chromebook',
      'computer',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${chrome} Mobile Safari/537.36`,
      'Chrome on Android',
      'phone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 13; SM-X200) ${chrome} Safari/537.36`,
      'Chrome on Android',
      'tablet',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
      'phone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari on Mac',
      'computer',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
      'Chrome on iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
      'Safari on iPad',
      'tablet',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
      'Firefox on Linux',
      'computer',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux', 'computer'],
    ['curl/8.4.0', 'Unknown device', 'computer'],
    ['<script>alert(1)</script>', 'Unknown device', 'computer'],
    [null, 'Unknown device', 'computer'],
  ])('%s', (userAgent, name, kind) => {
    expect(deviceOf(userAgent)).toEqual({ name, kind })
  })
})

describe('a person’s own profile', () => {
  it('contains the date of joining', () => {
    expect(memberSince('2026-11-05T12:00:00+00:00')).toBe('Nov 05, 2026')
  })

  it('accepts any name of at most one hundred characters', () => {
    expect(nameProblem('')).toBe('Full name is required')
    expect(nameProblem(' \u3000 ')).toBe('Full name is required')
    expect(nameProblem(` ${'ñ'.repeat(100)} `)).toBeNull()
    expect(nameProblem('🙂'.repeat(100))).toBeNull()
    expect(nameProblem('n'.repeat(101))).toBe('Name must be less than 100 characters')
    expect(nameProblem('Ada\u202E')).toBe('Name must not contain invisible characters')
    expect(nameProblem('علی\u200Cرضا')).toBeNull()
    expect(nameProblem('Kim 👨\u200D👩\u200D👧')).toBeNull()
    expect(nameProblem('Kim ❤\uFE0F\u200D🔥')).toBeNull()
    expect(nameProblem('Kim 👨\u200D')).toBe('Name must not contain invisible characters')
  })

  it('throws an error if saving the name changed no row', async () => {
    const { client } = aClient({ profiles: { body: [] } })
    await expect(saveName(client, new QueryClient(), 'u1', 'Mia')).rejects.toMatchObject({
      code: 'DENIED',
    })
  })
})

describe('checkPassword', () => {
  it('signs in without touching the current session, and ends the new session at once', async () => {
    const { client, asked } = aClient({ token: { body: session }, logout: { status: 204 } })
    await checkPassword(client, mia)
    expect(asked).toEqual(['POST /auth/v1/token', 'POST /auth/v1/logout'])
    expect((await client.auth.getSession()).data.session).toBeNull()
  })

  it('throws an error for a wrong password', async () => {
    const { client } = aClient({ token: wrong })
    await expect(checkPassword(client, mia)).rejects.toMatchObject({ code: 'invalid_credentials' })
  })
})

describe('ending a session on another device', () => {
  it('succeeds if that session has already ended', async () => {
    const { client } = aClient({
      end_session: { status: 404, body: { code: 'PT404', message: 'x' } },
    })
    await endSession(client, 's1')
  })

  it('throws an error if the session could not be ended', async () => {
    const { client } = aClient({
      end_session: { status: 403, body: { code: '42501', message: 'x' } },
    })
    await expect(endSession(client, 's1')).rejects.toMatchObject({ code: '42501' })
  })
})

it('myDataFile() returns the person’s data as readable JSON, in a file whose name contains the day', async () => {
  const { client } = aClient({ my_data: { body: { profile: { name: 'Mia' } } } })
  expect(await myDataFile(client, new Date('2026-11-21T23:00:00Z'))).toEqual({
    name: 'my-data-2026-11-21.json',
    text: '{\n  "profile": {\n    "name": "Mia"\n  }\n}\n',
  })
})

describe('answers of the database', () => {
  it('are parsed as a pending invite, or as null', () => {
    expect(parseOpenInvite(null)).toBeNull()
    expect(parseOpenInvite({ state: 'EXPIRED', token: 't1' })).toBeNull()
    const open = { state: 'ACTIVE', email: 'a@x.test', expires_at: '2026-01-01', inviter: null }
    expect(parseOpenInvite({ ...open, courses: ['Git'], mine: true, token: 't1' })).toMatchObject({
      token: 't1',
      courses: ['Git'],
    })
    expect(() => parseOpenInvite({ ...open, courses: [], mine: true })).toThrow(DataError)
    expect(inviteKeys.byToken('mine')).not.toEqual(inviteKeys.mine())
  })

  it('are parsed as the two legal texts, which may be empty', () => {
    expect(parseLegalTexts({ terms: ' \n', privacy: '# P' })).toEqual({ terms: '', privacy: '# P' })
    expect(() => parseLegalTexts({ terms: null, privacy: '' })).toThrow(DataError)
  })
})

it('a sentence says to what an invite gives access', () => {
  expect(inviteOffer({ cohort: null, inviter: 'Priya', courses: ['Git', 'CSS', 'SQL'] })).toBe(
    'Priya invites you to Git, CSS, and SQL.',
  )
  expect(inviteOffer({ cohort: null, inviter: null, courses: ['Git'] })).toBe(
    'You are invited to Git.',
  )
  expect(inviteOffer({ cohort: null, inviter: 'Priya', courses: [] })).toBe(
    'Priya invites you to join.',
  )
  expect(inviteOffer({ cohort: null, inviter: null, courses: [] })).toBe('You are invited to join.')
  const cohort = { title: 'Autumn', starts_on: '2026-11-09', time_zone: 'UTC', courses: [] }
  expect(inviteOffer({ cohort, inviter: 'Priya', courses: [] })).toBe(
    'Priya invites you to Autumn.',
  )
})

it('an unsaved name is returned only to the person who typed it', () => {
  const kept = new Map<string, string>()
  const store = mapStorage(kept)
  expect(readNameDraft(store, 'u1')).toBeNull()
  saveNameDraft(store, 'u1', ' Mia  ')
  expect(readNameDraft(store, 'u1')).toBe(' Mia  ')
  expect(readNameDraft(store, 'u2')).toBeNull()
  saveNameDraft(store, 'u1', '')
  expect(readNameDraft(store, 'u1')).toBe('')
  saveNameDraft(store, 'u1', null)
  expect(readNameDraft(store, 'u1')).toBeNull()
})

describe('passwordProblems', () => {
  const fine = { current: 'old words', password: 'abacus', confirmation: 'abacus' }
  it.each([
    [{}, {}],
    [{ current: '' }, { current: 'Current password is required' }],
    [
      { password: '' },
      { password: 'New password is required', confirmation: "Passwords don't match" },
    ],
    [
      { password: 'abac', confirmation: 'abac' },
      { password: 'Password must be at least 6 characters long.' },
    ],
    [{ confirmation: '' }, { confirmation: 'Password confirmation is required' }],
    [{ confirmation: 'abacux' }, { confirmation: "Passwords don't match" }],
  ])('%o', (change, problems) => {
    expect(passwordProblems({ ...fine, ...change })).toEqual(problems)
  })
})
