import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Sender, type SenderParts } from '../delivery/sender'
import { DataError } from '../errors'
import { libraryWith } from '../progress/overlay'
import { queueCompletion } from '../progress/queued-completions'
import { queueWatch } from '../progress/record-progress'
import { outboxOf } from '../sync/waiting'
import { MemoryStorage, pageOf } from '../testing/memory-storage'
import type { EntryDelivery, Queued, ShowSaved } from './kind'
import type { Outbox } from './outbox'

// The outbox reads `navigator.onLine`, which Node does not have.
vi.stubGlobal('navigator', { onLine: true })
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const done = (lessonId: string, isDone = true) => ({ lessonId, slug: 'git', done: isDone })
const seen = (
  lessonId: string,
  positionSec: number,
  ranges: [number, number][],
  video = 'VIMEO:1084537',
) => ({
  lessonId,
  video,
  slug: 'git',
  positionSec,
  durationSec: 100,
  ranges,
})
const changes = (outbox: Outbox) =>
  outbox
    .all()
    .map(({ change: c }) =>
      'positionSec' in c ? c.positionSec : `${c.lessonId} ${'done' in c && c.done}`,
    )

describe('Outbox', () => {
  it('returns changes in the order in which they were made, even if the clock was set back', () => {
    const outbox = outboxOf('u1', pageOf())
    queueCompletion(outbox, done('a'))
    vi.setSystemTime(500)
    queueCompletion(outbox, done('b'))
    queueCompletion(outbox, done('c'))
    expect(changes(outbox)).toEqual(['a true', 'b true', 'c true'])
  })

  it('keeps only the last change of a lesson, and the state before the first change', () => {
    const outbox = outboxOf('u1', pageOf())
    queueCompletion(outbox, done('a'))
    queueCompletion(outbox, done('a', false))
    expect(changes(outbox)).toEqual(['a false'])
    expect(outbox.all()[0]?.change).toMatchObject({ was: false })
  })

  it('contains the changes of one person only', () => {
    const storage = new MemoryStorage()
    queueCompletion(outboxOf('u1', pageOf(storage)), done('a'))
    expect(outboxOf('u2', pageOf(storage)).all()).toEqual([])
    expect(changes(outboxOf('u1', pageOf(storage)))).toEqual(['a true'])
  })

  it('merges the watched seconds of a lesson, and keeps the last position', () => {
    const outbox = outboxOf('u1', pageOf())
    queueWatch(outbox, seen('v', 10, [[0, 10]]))
    queueWatch(outbox, seen('v', 40, [[8, 20]]))
    queueWatch(outbox, seen('w', 5, []))
    expect(outbox.all()).toHaveLength(2)
    expect(outbox.all()[0]?.change).toMatchObject({ positionSec: 40, ranges: [[0, 20]] })
  })

  it('does not mix the watched seconds of two videos of one lesson', () => {
    const outbox = outboxOf('u1', pageOf())
    queueWatch(outbox, seen('v', 300, [[0, 300]]))
    queueWatch(outbox, seen('v', 5, [[0, 5]], 'VIMEO:76979871'))
    expect(outbox.all().map(({ change }) => change)).toMatchObject([
      { video: 'VIMEO:1084537', ranges: [[0, 300]] },
      { video: 'VIMEO:76979871', ranges: [[0, 5]] },
    ])
  })

  it('keeps a change that was made after the acknowledged one was sent', () => {
    const outbox = outboxOf('u1', pageOf())
    const first = queueCompletion(outbox, done('a'))
    queueCompletion(outbox, done('a', false))
    expect(outbox.settle(first)).toBe(false)
    expect(changes(outbox)).toEqual(['a false'])
    const [last] = outbox.all()
    expect(last && outbox.settle(last)).toBe(true)
    expect(outbox.all()).toEqual([])
  })

  it('works even if the stored data is invalid or the storage is full', () => {
    const storage = new MemoryStorage()
    storage.setItem('rookies-outbox:u1:x', '{"half of')
    storage.setItem('rookies-outbox:u1:y', '"text"')
    storage.setItem('rookies-auth', '{}')
    const outbox = outboxOf('u1', pageOf(storage))
    expect(outbox.all()).toEqual([])
    storage.full = true
    queueCompletion(outbox, done('a'))
    expect(changes(outbox)).toEqual(['a true'])
    const [entry] = outbox.all()
    if (entry) outbox.settle(entry)
    expect(outbox.all()).toEqual([])
  })
})

type EntryParts = SenderParts<Queued, ShowSaved>

const saved: EntryDelivery = { kind: 'saved', answer: () => undefined }
const error = new DataError({ code: 'PT409', message: 'the disk is full', status: 409 })

/** Creates a sender and a mocked server whose answers the test sets. */
function sending(storage = new MemoryStorage(), change: Partial<EntryParts> = {}) {
  const outbox = outboxOf('u1', pageOf(storage))
  const sent: string[] = []
  const events: string[] = []
  const pauses: number[] = []
  const answers: (EntryDelivery | Promise<EntryDelivery>)[] = []
  const parts: EntryParts = {
    outbox,
    deliver: async ({ change: c }: Queued) => {
      sent.push(
        'positionSec' in c ? `watch ${c.positionSec}` : `${c.lessonId} ${'done' in c && c.done}`,
      )
      return (await answers.shift()) ?? saved
    },
    currentUser: async () => 'u1',
    exclusively: (work) => work(),
    online: () => true,
    later: (ms, work) => {
      pauses.push(ms)
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    random: () => 1,
    onSaved: ({ change: c }) => events.push(`saved ${c.lessonId}`),
    onRefused: ({ change: c }, { message }) => events.push(`refused ${c.lessonId}: ${message}`),
    onDisabled: () => events.push('disabled'),
    onUnreachable: (waiting) => events.push(waiting ? 'waiting' : 'through'),
    ...change,
  }
  return { outbox, sent, events, pauses, answers, parts, sender: new Sender(parts) }
}

describe('Sender', () => {
  it('sends each entry once, in order', async () => {
    const { outbox, sent, sender } = sending()
    for (const id of ['a', 'b', 'c']) queueCompletion(outbox, done(id))
    await Promise.all([sender.flush(), sender.flush()])
    expect(sent).toEqual(['a true', 'b true', 'c true'])
    expect(outbox.all()).toEqual([])
  })

  it('keeps entries without an answer, and sends them again after pauses that double up to a minute', async () => {
    const { outbox, sent, answers, pauses, sender } = sending()
    queueCompletion(outbox, done('a'))
    queueCompletion(outbox, done('b'))
    answers.push(...Array.from({ length: 9 }, (): EntryDelivery => ({ kind: 'silence' })))
    await sender.flush()
    expect(sent).toEqual(['a true'])
    for (let i = 0; i < 9; i += 1) await vi.advanceTimersByTimeAsync(60_000)
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((s) => s * 1000))
    expect(sent.slice(-2)).toEqual(['a true', 'b true'])
    expect(outbox.all()).toEqual([])
  })

  it('sends at once when the browser is online again', async () => {
    const { outbox, answers, sender } = sending()
    queueCompletion(outbox, done('a'))
    answers.push({ kind: 'silence' })
    await sender.flush()
    await sender.flush()
    expect(outbox.all()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('sends nothing while the browser is offline', async () => {
    const { outbox, sent, events, sender } = sending(undefined, { online: () => false })
    queueCompletion(outbox, done('a'))
    await sender.flush()
    expect(sent).toEqual([])
    expect(events).toEqual(['waiting'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('sends again an entry that was sent before a crash and was not acknowledged', async () => {
    const storage = new MemoryStorage()
    const crashed = sending(storage)
    queueCompletion(crashed.outbox, done('a'))
    crashed.answers.push(new Promise(() => undefined))
    void crashed.sender.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(crashed.sent).toEqual(['a true'])
    const next = sending(storage)
    await next.sender.flush()
    expect(next.sent).toEqual(['a true'])
    expect(next.outbox.all()).toEqual([])
  })

  it('sends an undo after its completion, if the undo was made while the completion was being sent', async () => {
    const { outbox, sent, answers, sender } = sending()
    queueCompletion(outbox, done('a'))
    const arrival = new EventTarget()
    answers.push(
      new Promise((resolve) => {
        arrival.addEventListener('answer', () => resolve(saved))
      }),
    )
    const flushed = sender.flush()
    await vi.advanceTimersByTimeAsync(0)
    queueCompletion(outbox, done('a', false))
    arrival.dispatchEvent(new Event('answer'))
    await flushed
    expect(sent).toEqual(['a true', 'a false'])
    expect(outbox.all()).toEqual([])
  })

  it('sends nothing while another person is signed in, and ignores an answer if the person has changed since', async () => {
    let user = 'u2'
    const { outbox, sent, events, sender } = sending(undefined, { currentUser: async () => user })
    queueCompletion(outbox, done('a'))
    await sender.flush()
    expect(sent).toEqual([])
    user = 'u1'
    const changing = sending(undefined, {
      currentUser: async () => (changing.sent.length === 0 ? 'u1' : 'u2'),
    })
    queueCompletion(changing.outbox, done('a'))
    await changing.sender.flush()
    expect(changing.sent).toEqual(['a true'])
    expect(changing.outbox.all()).toHaveLength(1)
    expect([...events, ...changing.events]).toEqual([])
  })

  it('sends nothing until it is known who is signed in', async () => {
    const { outbox, sent, pauses, sender } = sending(undefined, {
      currentUser: async () => undefined,
    })
    queueCompletion(outbox, done('a'))
    await sender.flush()
    expect(sent).toEqual([])
    expect(pauses).toEqual([1000])
  })

  it('reports a refused entry once, and sends the next entry', async () => {
    const { outbox, events, answers, sender } = sending()
    queueCompletion(outbox, done('a'))
    queueCompletion(outbox, done('b'))
    answers.push({ kind: 'refused', error })
    await sender.flush()
    expect(events).toEqual(['refused a: the disk is full', 'through', 'saved b', 'through'])
    expect(outbox.all()).toEqual([])
  })

  it('keeps all entries while the account may not do anything', async () => {
    const { outbox, events, answers, sender } = sending()
    queueCompletion(outbox, done('a'))
    answers.push({ kind: 'held' })
    await sender.flush()
    expect(outbox.all()).toHaveLength(1)
    expect(events).toEqual([])
  })

  it('keeps entries that the server could not process, and sends them again', async () => {
    const { outbox, sent, events, answers, sender } = sending()
    queueCompletion(outbox, done('a'))
    answers.push(...Array.from({ length: 12 }, (): EntryDelivery => ({ kind: 'busy' })))
    await sender.flush()
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    expect(sent.length).toBeGreaterThan(5)
    expect(new Set(events)).toEqual(new Set(['waiting']))
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(events.slice(-3)).toEqual(['through', 'saved a', 'through'])
    expect(outbox.all()).toEqual([])
  })

  it('sends the other entries if one cannot be saved now', async () => {
    const { outbox, sent, answers, sender } = sending()
    queueWatch(outbox, seen('v', 10, [[0, 10]]))
    queueCompletion(outbox, done('a'))
    queueCompletion(outbox, done('b'))
    answers.push({ kind: 'busy' }, { kind: 'busy' })
    await sender.flush()
    expect(sent).toEqual(['watch 10', 'a true', 'b true'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.slice(3)).toEqual(['watch 10', 'a true'])
    expect(outbox.all()).toEqual([])
  })

  it('sends nothing more after the account was disabled', async () => {
    const { outbox, sent, events, answers, sender } = sending()
    queueCompletion(outbox, done('a'))
    queueCompletion(outbox, done('b'))
    answers.push({ kind: 'disabled' })
    await sender.flush()
    await sender.flush()
    expect(sent).toEqual(['a true'])
    expect(events).toEqual(['disabled'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('sends each entry from only one tab', async () => {
    const storage = new MemoryStorage()
    let last = Promise.resolve()
    const exclusively = (work: () => Promise<void>) => {
      last = last.then(work)
      return last
    }
    const first = sending(storage, { exclusively })
    const tabs = [first, sending(storage, { exclusively })]
    for (const id of ['a', 'b', 'c']) queueCompletion(first.outbox, done(id))
    await Promise.all(tabs.map(({ sender }) => sender.flush()))
    expect(tabs.flatMap(({ sent }) => sent)).toEqual(['a true', 'b true', 'c true'])
  })

  it('sends nothing after it was stopped', async () => {
    const { outbox, sent, sender } = sending()
    queueCompletion(outbox, done('a'))
    sender.stop()
    await sender.flush()
    expect(sent).toEqual([])
  })
})

it('libraryWith() counts completions that were not sent yet', () => {
  const outbox = outboxOf('u1', pageOf())
  queueCompletion(outbox, done('a'))
  queueCompletion(outbox, done('b'))
  queueCompletion(outbox, done('b', false))
  const course = {
    id: 'c',
    slug: 'git',
    title: 'Git',
    description: null,
    thumbnail_url: null,
    author_name: null,
    category: null,
    total: 4,
    completed: 2,
    duration_sec: 0,
    next_lesson_id: null,
    resume: null,
    entitled_at: '2026-01-01',
    last_activity_at: null,
    expires_at: null,
    ended: false,
    in_cohort: false,
    opens_at: null,
    time_zone: null,
  }
  const other = { ...course, slug: 'sql' }
  const [git, sql] = libraryWith([course, other], outbox.all())
  expect(git?.completed).toBe(3)
  expect(sql).toBe(other)
})
