import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { accountKeys } from '../account/profile-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { changed, orNull, shape, string } from '../json'
import { failure, type Toast } from '../toasts'

type Caller = Pick<DataClient, 'rpc'>

export const parseCalendar = orNull(
  changed(shape({ made_at: string }), ({ made_at }) => ({ madeAt: made_at })),
)
export const parseNewCalendar = shape({ token: string, made_at: string })

/**
 * Reads when the address of the signed-in person's calendar was created, as an ISO date; null if there is none. Fails
 * with a DataError.
 */
export function calendarQuery(client: Caller) {
  return queryOptions({
    queryKey: calendarKeys.mine(),
    queryFn: async ({ signal }) =>
      parseCalendar(
        unwrap(await client.rpc('my_calendar', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}

/**
 * Creates the secret address of the signed-in person's calendar, and returns it. It replaces the previous address, and
 * cannot be read again later (rules/cohorts#calendar). `projectUrl` is the origin of the Supabase project. Throws
 * DataError.
 */
export async function makeCalendarAddress(
  client: Caller,
  queries: QueryClient,
  projectUrl: string,
): Promise<string> {
  const { token, made_at } = parseNewCalendar(unwrap(await client.rpc('make_calendar_address')))
  const address = calendarAddress(projectUrl, token)
  queries.setQueryData(calendarKeys.mine(), { madeAt: made_at })
  return address
}

/** Removes the address of the signed-in person's calendar. Throws DataError. */
export async function endCalendar(client: Caller, queries: QueryClient): Promise<void> {
  unwrap(await client.rpc('end_calendar'))
  queries.setQueryData(calendarKeys.mine(), null)
}

/** Returns the address of a calendar feed, from its secret. */
export function calendarAddress(projectUrl: string, token: string): string {
  return `${projectUrl.replace(/\/+$/, '')}/functions/v1/calendar/${token}.ics`
}

/** Returns the address with the scheme `webcal:`, which opens the calendar application of the device. */
export function subscriptionLink(address: string): string {
  return address.replace(/^https?:/, 'webcal:')
}

/** Toasts about the calendar (rules/interface#messages). */
export const CALENDAR_MESSAGES = {
  copied: { text: 'Calendar address copied' },
  copyFailed: failure('The address could not be copied. Select it and copy it yourself.'),
  ended: { text: 'Calendar address taken away' },
  makeFailed: failure('Failed to make the calendar address'),
  endFailed: failure('Failed to take the calendar address away'),
} as const satisfies Record<string, Toast>

const calendarKeys = {
  mine: () => [...accountKeys.all, 'calendar'] as const,
}
