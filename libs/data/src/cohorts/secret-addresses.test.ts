import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { preferencesQuery, savePreferences } from '../account/preferences'
import { unsubscribe, unsubscribeToken, unsubscriptionQuery } from '../account/unsubscribe'
import { libraryKeys } from '../library/library-query'
import { createDataClient } from '../session/create-client'
import { calendarQuery, endCalendar, makeCalendarAddress, subscriptionLink } from './calendar'
import { joinByLink, joinLinkQuery } from './join-link'

/** Creates an ephemeral client with a mocked server. `answers` are by the last part of the request's path. */
function aClient(answers: Record<string, unknown>) {
  const asked: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const { body } = init ?? {}
    asked.push({
      path: pathname + search,
      body: typeof body === 'string' ? JSON.parse(body) : null,
    })
    return Response.json(answers[pathname.split('/').at(-1) ?? ''] ?? null)
  })
  const client = createDataClient({ url: 'http://x.test', key: 'k', ephemeral: true })
  return { client, queries: new QueryClient(), asked }
}

/** Creates a project whose edge functions return this answer. */
function functions(answer: object) {
  const asked: unknown[] = []
  const invoke = async (name: string, body: unknown) => {
    asked.push([name, body])
    return JSON.parse(JSON.stringify(answer))
  }
  return { invoke, asked }
}

const madeAt = '2026-11-01T09:00:00+00:00'

describe('the address of a calendar', () => {
  it('replaces the previous address when it is created, and can be removed', async () => {
    const { client, queries } = aClient({
      make_calendar_address: { token: 'f00d', made_at: madeAt },
    })
    expect(await queries.fetchQuery(calendarQuery(client))).toBeNull()
    const address = await makeCalendarAddress(client, queries, 'https://p.supabase.test/')
    expect(address).toBe('https://p.supabase.test/functions/v1/calendar/f00d.ics')
    expect(subscriptionLink(address)).toBe(
      'webcal://p.supabase.test/functions/v1/calendar/f00d.ics',
    )
    const { queryKey } = calendarQuery(client)
    expect(queries.getQueryData(queryKey)).toEqual({ madeAt })
    await endCalendar(client, queries)
    expect(queries.getQueryData(queryKey)).toBeNull()
  })
})

describe('the preferences of a person', () => {
  it('are the defaults until the person changes them, and a change does not contain the person’s id', async () => {
    const { client, queries, asked } = aClient({ preferences: [] })
    const read = preferencesQuery(client, 'mia')
    expect(await queries.fetchQuery(read)).toEqual({
      time_zone: null,
      cohort_mails: true,
      review_mails: true,
      morning_mails: true,
      ...{ due_mails: true, opening_mails: true, start_mails: true },
      ...{ quiet_from: '22:00:00', quiet_to: '07:00:00' },
    })
    const saved = {
      ...{ time_zone: 'Europe/Vienna', cohort_mails: true },
      ...{ review_mails: true, morning_mails: false },
    }
    const changed = aClient({ preferences: [saved] })
    await savePreferences(changed.client, queries, 'mia', { time_zone: 'Europe/Vienna' })
    expect(queries.getQueryData(read.queryKey)).toEqual(saved)
    expect(changed.asked[0]?.body).toEqual({ time_zone: 'Europe/Vienna' })
    expect(asked[0]?.path).toContain('user_id=eq.mia')
  })
})

describe('the address in a mail with which people end such mails', () => {
  it('says which mails it can end, and ends them only in a second request', async () => {
    const project = functions({ mail: 'cohort_mails', wanted: false })
    const queries = new QueryClient()
    const token = unsubscribeToken('#f00d')
    expect(await queries.fetchQuery(unsubscriptionQuery(project, token))).toEqual({
      mail: 'cohort_mails',
      wanted: false,
    })
    await unsubscribe(project, token)
    expect(project.asked).toEqual([
      ['unsubscribe', { token: 'f00d' }],
      ['unsubscribe', { token: 'f00d', really: true }],
    ])
  })
})

describe('the link to join a cohort', () => {
  const cohort = {
    state: 'OPEN',
    slug: 'autumn',
    title: 'Autumn',
    starts_on: '2026-12-07',
    ends_on: '2027-03-01',
    time_zone: 'Europe/Vienna',
    seats_left: null,
    courses: ['Knots'],
  }

  it('returns the cohort or UNKNOWN, and sends no request for an empty secret', async () => {
    const queries = new QueryClient()
    expect(await queries.fetchQuery(joinLinkQuery(functions(cohort), 'f00d'))).toEqual(cohort)
    const unknown = functions({ state: 'UNKNOWN' })
    expect(await queries.fetchQuery(joinLinkQuery(unknown, 'x'))).toEqual({ state: 'UNKNOWN' })
    expect(await queries.fetchQuery(joinLinkQuery(unknown, ''))).toEqual({ state: 'UNKNOWN' })
    expect(unknown.asked).toHaveLength(1)
  })

  it('adds the person to the cohort, and then the library is read again', async () => {
    const joined = {
      title: 'Autumn',
      starts_on: '2026-12-07',
      time_zone: 'UTC',
      courses: [{ slug: 'knots', title: 'Knots' }],
    }
    const { client, queries } = aClient({ join_by_link: joined })
    queries.setQueryData(libraryKeys.courses(), [])
    expect(await joinByLink(client, queries, 'f00d')).toEqual(joined)
    expect(queries.getQueryData(libraryKeys.courses())).toBeUndefined()
  })
})
