import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyChange, type Change } from './feed-changes'
import { type Feed, type NoticeRow, type NoticeType, sentAt, toMicroseconds } from './notice'
import { aFeed, aNotice, aRow, at } from './testing'

const SIZE = 4
const NOW = Date.parse(at(1_000))
const JOINED = at(20)

/** The data in the database that the bell depends on. */
interface Database {
  rows: Map<string, NoticeRow>
  reads: Set<string>
  muted: NoticeType[]
}

/** A second implementation of `notification_feed()`, independent of the tested code. */
function expectedFeed({ rows, reads, muted }: Database): Feed {
  const visible = [...rows.values()]
    .filter(({ important, type }) => important || !muted.includes(type))
    .sort(
      (one, other) =>
        toMicroseconds(sentAt(other)) - toMicroseconds(sentAt(one)) || (one.id < other.id ? 1 : -1),
    )
    .map((row) => {
      const early = row.is_global && Date.parse(sentAt(row)) < Date.parse(JOINED)
      const { title, type, important, is_global } = row
      const sent = (Date.parse(sentAt(row)) - Date.parse(at(0))) / 1000
      const is_read = early || reads.has(row.id)
      return aNotice(row.id, sent, { title, type, important, is_global, is_read })
    })
  const shown = aFeed(visible.slice(0, SIZE), { more: visible.length > SIZE, muted })
  return { ...shown, unread: visible.filter(({ is_read }) => !is_read).length }
}

const id = fc.constantFrom(...'abcdefghij')
const type = fc.constantFrom('info' as const, 'error' as const)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('insert' as const),
      id,
      seconds: fc.nat(40),
      type,
      important: fc.boolean(),
      is_global: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('update' as const), id, type, important: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), id }) },
  // Realtime also reports the ids of other people's deleted notifications.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('foreign' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Applies a step to the database, and returns the message of Realtime; null if nothing has changed. */
function applyStep(database: Database, did: Step): Change | null {
  if (did.do === 'foreign') return { kind: 'delete', id: 'foreign' }
  const known = database.rows.get(did.id)
  switch (did.do) {
    case 'insert': {
      if (known || database.reads.has(did.id)) return null
      const { seconds, type, important, is_global } = did
      const row = aRow(did.id, seconds, { type, important, is_global })
      database.rows.set(did.id, row)
      return { kind: 'insert', row }
    }
    case 'update': {
      if (!known) return null
      const row = { ...known, title: `${known.title}!`, type: did.type, important: did.important }
      database.rows.set(did.id, row)
      return { kind: 'update', row }
    }
    case 'delete':
      return database.rows.delete(did.id) ? { kind: 'delete', id: did.id } : null
    case 'read': {
      if (!known || database.reads.has(did.id)) return null
      database.reads.add(did.id)
      return { kind: 'read', id: did.id }
    }
  }
}

const insert = (id: string, seconds: number, is_global = false): Step => ({
  do: 'insert',
  id,
  seconds,
  type: 'info',
  important: false,
  is_global,
})
const readOneDeletedBehindTheEnd: Step[] = [
  insert('f', 0, true),
  ...['a', 'b', 'c', 'd'].map((id) => insert(id, 1)),
  { do: 'delete', id: 'f' },
]
const readOneMutedBehindTheEnd: Step[] = [
  insert('f', 0, true),
  ...['a', 'b', 'c', 'd'].map((id) => insert(id, 1)),
  { do: 'update', id: 'f', type: 'error', important: false },
]

it('after any changes, the feed equals the database’s answer or must be read again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, mutes) => {
      const database: Database = {
        rows: new Map(),
        reads: new Set(),
        muted: mutes ? ['error'] : [],
      }
      let feed = expectedFeed(database)
      /** `more` may stay true after the last notification outside of the list was deleted. */
      let late = false
      for (const did of steps) {
        const change = applyStep(database, did)
        if (!change) continue
        late ||= change.kind === 'delete' && feed.more
        const context = { size: SIZE, joined: JOINED, reads: database.reads, now: NOW }
        const changed = applyChange(feed, change, context)
        const truth = expectedFeed(database)
        late &&= !changed.needsRefresh
        if (!changed.needsRefresh)
          expect(changed.feed).toEqual(late ? { ...truth, more: true } : truth)
        feed = changed.needsRefresh ? truth : changed.feed
      }
    }),
    {
      numRuns: 500,
      examples: [
        [readOneDeletedBehindTheEnd, false],
        [readOneMutedBehindTheEnd, true],
      ],
    },
  )
})
