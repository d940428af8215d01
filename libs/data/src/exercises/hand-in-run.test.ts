import { afterAll, expect, it, vi } from 'vitest'
import type { Delivery } from '../delivery/sender'
import { Sender } from '../delivery/sender'
import { ofKind, type Queued, type ShowSaved } from '../outbox/kind'
import { outboxOf } from '../sync/waiting'
import { MemoryStorage, pageOf } from '../testing/memory-storage'
import { queuedRuns, type RunChange } from './queued-runs'

// The listeners of the outbox read whether the browser is online.
vi.stubGlobal('navigator', { onLine: true })
afterAll(() => vi.unstubAllGlobals())

/** The outcome of a request: the request was lost, its answer was lost, or neither. */
type Fate = 'lost' | 'unanswered' | 'answered'

/** A server that keeps one run for each operation, as the database does. */
function server(fates: readonly Fate[]) {
  const kept: string[] = []
  const left = [...fates]
  const deliver = async (entry: Queued): Promise<Delivery<ShowSaved>> => {
    const fate = left.shift() ?? 'answered'
    const [run] = ofKind<RunChange>([entry], 'run')
    if (fate === 'lost' || !run) return { kind: 'silence' }
    const { operationId } = run.change
    if (!kept.includes(operationId)) kept.push(operationId)
    return fate === 'answered' ? { kind: 'saved', answer: () => undefined } : { kind: 'silence' }
  }
  return { kept, deliver }
}

/** Opens the page again on the same device, and tries to send the queued runs. */
async function visit(storage: MemoryStorage, deliver: ReturnType<typeof server>['deliver']) {
  const outbox = outboxOf('ada', pageOf(storage))
  const page = new Sender<Queued, ShowSaved>({
    outbox,
    deliver,
    currentUser: async () => 'ada',
    exclusively: (work) => work(),
    online: () => true,
    // The page is closed before the next attempt.
    later: () => () => undefined,
    random: () => 1,
    onSaved: () => undefined,
    onRefused: () => undefined,
    onDisabled: () => undefined,
    onUnreachable: () => undefined,
  })
  await page.flush()
  page.stop()
  return outbox
}

it('hands in each of twenty offline runs once, however often the page is closed', async () => {
  const storage = new MemoryStorage()
  const operations = Array.from({ length: 20 }, (_, at) => `operation ${at}`)
  for (const operationId of operations) {
    // Each run is made after another load of the page.
    outboxOf('ada', pageOf(storage)).put({
      ...{ kind: 'run', lessonId: 'a', slug: 'js', title: 'Return a value', operationId },
      ...{ files: [{ path: 'main.js', text: operationId }], claimed: 'PASS' },
    })
  }
  expect(queuedRuns(outboxOf('ada', pageOf(storage)).all(), 'a')).toHaveLength(20)
  const fates = operations.flatMap((_, at): Fate[] =>
    at % 3 === 0 ? ['lost', 'unanswered', 'answered'] : ['unanswered', 'answered'],
  )
  const { kept, deliver } = server(fates)
  let visits = 0
  while ((await visit(storage, deliver)).all().length > 0 && visits < 100) visits += 1
  expect(kept).toEqual(operations)
  // Each lost request and each lost answer ended a visit.
  expect(visits).toBe(fates.filter((fate) => fate !== 'answered').length)
  expect(storage.items.size).toBe(0)
})
