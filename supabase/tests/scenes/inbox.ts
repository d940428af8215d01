import type { Outcome, Person, TestDatabase } from '../database'
import { assignments } from './assignments'
import { cohorts } from './cohorts'

export interface InboxRow {
  kind: string
  act: string
  subject_id: string
  version: string
  title: string
  person: { id: string; name: string } | null
  course: { id: string; title: string } | null
  cohort: { id: string; title: string } | null
  since: string
  promise_at: string
  facts: Record<string, unknown>
  holder: { id: string; name: string; mine: boolean; note: string | null } | null
}

interface Inbox {
  rows: InboxRow[]
  counts: Record<string, number>
  stopped: boolean
}

/** Returns functions that read the inbox of a person and change its rows. */
export function inboxes(db: TestDatabase) {
  const { cohort, join } = cohorts(db)
  const { waiting } = assignments(db)

  const inbox = async (who: Person) => (await db.answer(who, 'staff_inbox', {})) as Inbox

  /**
   * Returns the row about this subject; undefined if it is not in the person's inbox. Throws if `inbox_version()` gives
   * the row another version, under which a hand-over would be invisible.
   */
  const rowOf = async (who: Person, subject: string) => {
    const row = (await inbox(who)).rows.find((found) => found.subject_id === subject)
    if (!row) return undefined
    const [now] = await db.owner('select private.inbox_version($1, $2) as version', [
      row.kind,
      subject,
    ])
    if (now?.version === row.version) return row
    throw new Error(`${row.kind} has version ${row.version}, not ${now?.version}`)
  }

  const act = (who: Person, name: string, row: InboxRow, more: object = {}): Promise<Outcome> =>
    db.call(who, name, {
      ...{ kind: row.kind, subject_id: row.subject_id, version: row.version },
      ...more,
    })
  const finish = (who: Person, row: InboxRow) => act(who, 'finish_inbox_row', row)
  const snooze = (who: Person, row: InboxRow, until: Date) =>
    act(who, 'snooze_inbox_row', row, { until: until.toISOString() })
  const handOver = (who: Person, row: InboxRow, to: Person, more: object = {}) =>
    act(who, 'hand_over_inbox_row', row, { to_id: to.id, ...more })

  /** Work that has waited longer than that of other tests, so that it is among the first fifty. */
  const longWaiting = async (options: Parameters<typeof waiting>[0] = {}) => {
    const made = await waiting(options)
    await db.owner(
      `update public.submissions set awaiting_since = now() - interval '1 year' where id = $1`,
      [made.id],
    )
    return made
  }

  /** A cohort of 30 days with a person who has not started, and a moderator who looks after it. */
  async function silentPerson() {
    const [mia, coach, course] = [
      await db.person({ name: 'Mia Wu' }),
      await db.person({ role: 'MODERATOR', name: 'Cora' }),
      await db.course(),
    ]
    const id = await cohort({ courses: [course], starts: -30, staff: [coach] })
    await join(id, mia)
    await db.owner(
      `update public.cohort_members set joined_at = now() - interval '30 days' where cohort_id = $1`,
      [id],
    )
    await look(id)
    const [row] = await db.owner(
      `update private.behind_people set found_at = now() - interval '1 year' where cohort_id = $1 returning id`,
      [id],
    )
    return { mia, coach, course, cohort: id, behind: String(row?.id) }
  }

  /** Looks for people who have fallen behind in a cohort. */
  const look = (id: string) => db.owner('select private.refresh_behind($1)', [id])

  /** Moves the last notification that a person fell behind back by some days. */
  const toldEarlier = (who: Person, days: number) =>
    db.owner(
      'update private.behind_told set told_at = told_at - make_interval(days => $2) where user_id = $1',
      [who.id, days],
    )

  return { inbox, rowOf, finish, snooze, handOver, longWaiting, silentPerson, look, toldEarlier }
}
