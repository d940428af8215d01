import { keys } from '@refinedev/core'
import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { ACTS, type ActName, staleAfter } from './acts'
import { READS, type ReadName, readAgain, type Stale, staleKeys } from './reads'

const resource = (name: string) => keys().data().resource(name).get()
const read = (url: ReadName) =>
  keys().data().mutation('custom').params({ method: 'get', url }).get()

/** Acts that change no data: they check or download something, or begin a change that another act finishes. */
const HARMLESS: readonly ActName[] = [
  'courses/check_links',
  'courses/export',
  'files/begin',
  'invites/check',
  'lessons/export',
]

describe('the data that an act makes stale', () => {
  it.each(Object.entries(ACTS))('is stated for %s', (name, { changes }) => {
    if (typeof changes === 'function') return
    expect(changes.length === 0).toBe((HARMLESS as readonly string[]).includes(name))
    for (const key of staleKeys(changes)) expect(key.length).toBeGreaterThan(1)
  })

  it('depends on the answer of some acts', () => {
    const input = {} as never
    const kept = { until: '2026-01-01', newer_round: null, claim: null }
    const after = (answer: typeof kept | undefined | object) =>
      staleAfter('submissions/save_draft', input, answer as never)
    expect(after(kept)).toEqual([])
    expect(after({ ...kept, until: null })).toEqual(['submissions'])
    expect(after({ ...kept, newer_round: 2 })).toEqual(['submissions'])
    expect(after(undefined)).toEqual([])
  })
})

describe('the queries that are read again', () => {
  it('are the queries of one named read, or all queries that show a resource', () => {
    expect(staleKeys(['cohorts/link'])).toEqual([read('cohorts/link')])
    expect(staleKeys(['cohorts'])).toEqual([
      read('cohorts/behind'),
      read('cohorts/progress'),
      read('cohorts/schedule'),
      read('profiles/cohorts'),
      resource('cohorts'),
      resource('cohort_members'),
      resource('cohort_messages'),
    ])
  })

  it('are each read only once', () => {
    const found = staleKeys(['purchases', 'profiles', 'inbox/rows'])
    expect(new Set(found.map((key) => JSON.stringify(key))).size).toBe(found.length)
  })

  it.each(Object.keys(READS) as ReadName[])('can be those of %s alone', (name) => {
    expect(staleKeys([name])).toEqual([read(name)])
  })

  /** Mounts a list of modules. `told` contains each answer that its component has received. */
  async function shown() {
    const queries = new QueryClient()
    let order = ['first', 'second']
    const told: unknown[] = []
    const observer = new QueryObserver(queries, {
      queryKey: keys().data().resource('modules').action('list').params({}).get(),
      queryFn: async () => order,
    })
    // Components are notified in batches in the same way.
    const hear = notifyManager.batchCalls(() => told.push(observer.getCurrentResult().data))
    observer.subscribe(hear)
    await observer.refetch()
    order = ['second', 'first']
    return {
      told,
      again: (stale: readonly Stale[], filter?: () => boolean) => readAgain(queries, stale, filter),
    }
  }

  it('have reached the screen when the promise resolves', async () => {
    const { told, again } = await shown()
    await again(['courses'])
    expect(told.at(-1)).toEqual(['second', 'first'])
  })

  it('must pass the filter and show stale data', async () => {
    const { told, again } = await shown()
    await again(['courses'], () => false)
    await again(['cohorts'])
    expect(told.at(-1)).toEqual(['first', 'second'])
  })
})
