import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { expectRow, unwrap } from '../errors'
import { accessKeys } from '../session/keys'
import { accountKeys } from './profile-query'

/** The settings of a person for their own account (rules/accounts#preferences). */
export interface Preferences {
  /** An IANA name; null for the zone of the browser. */
  time_zone: string | null
  /** Whether the person also gets mails with the messages to their cohorts. */
  cohort_mails: boolean
  /** Whether the person gets mails about reviews of their work. */
  review_mails: boolean
  /** Whether a person with an inbox gets a mail in the morning about the rows that wait in the inbox. */
  morning_mails: boolean
  /** Whether the person also gets reminders by mail: of due work, opening lessons, and beginning cohorts. */
  due_mails: boolean
  opening_mails: boolean
  start_mails: boolean
  /** The begin of the quiet hours, `HH:MM:SS`, in which no reminders are mailed. */
  quiet_from: string
  quiet_to: string
}

const COLUMNS =
  'time_zone, cohort_mails, review_mails, morning_mails, due_mails, opening_mails, start_mails, quiet_from, quiet_to'

/** The preferences of a person who has changed none. */
const DEFAULTS: Preferences = {
  time_zone: null,
  cohort_mails: true,
  review_mails: true,
  morning_mails: true,
  due_mails: true,
  opening_mails: true,
  start_mails: true,
  quiet_from: '22:00:00',
  quiet_to: '07:00:00',
}

/** The signed-in person's preferences. Fails with a DataError. */
export function preferencesQuery(client: DataClient, id: string) {
  return queryOptions({
    queryKey: preferenceKeys.of(id),
    queryFn: async ({ signal }): Promise<Preferences> => {
      const rows = unwrap(
        await client.from('preferences').select(COLUMNS).eq('user_id', id).abortSignal(signal),
      )
      return rows[0] ?? DEFAULTS
    },
  })
}

/**
 * Saves changed preferences of the signed-in person. Throws DataError; `PT422` with hint `time_zone` for a zone that
 * the database does not know.
 */
export async function savePreferences(
  client: DataClient,
  queries: QueryClient,
  id: string,
  change: Partial<Preferences>,
): Promise<void> {
  // The database sets `user_id` to the caller, and refuses a change that contains it.
  const saved = expectRow(await client.from('preferences').upsert(change).select(COLUMNS))
  queries.setQueryData(preferenceKeys.of(id), saved)
  // The boot query also contains the time zone.
  await queries.invalidateQueries({ queryKey: accessKeys.boot() })
}

const preferenceKeys = {
  of: (id: string) => [...accountKeys.all, 'preferences', id] as const,
}
