import { afterAll, expect, it, vi } from 'vitest'
import type { Delivery } from '../delivery/sender'
import { Sender } from '../delivery/sender'
import { ofKind, type Queued, type ShowSaved } from '../outbox/kind'
import { outboxOf } from '../sync/waiting'
import { MemoryStorage, pageOf } from '../testing/memory-storage'
import { queuedRuns, type RunChange } from './queued-runs'

// The outbox reads `navigator.onLine`, which Node does not have.
vi.stubGlobal('navigator', { onLine: true })
afterAll(() => vi.unstubAllGlobals())

/** What happens to a request: the request is lost, its answer is lost, or it is answered. */
type Outcome = 'lost' | 'unanswered' | 'answered'

/** Mocks a server that stores one run for each operation id, as the database does. */
function server(outcomes: readonly Outcome[]) {
  const stored: string[] = []
  const left = [...outcomes]
  const deliver = async (entry: Queued): Promise<Delivery<ShowSaved>> => {
    const outcome = left.shift() ?? 'answered'
    const [run] = ofKind<RunChange>([entry], 'run')
    if (outcome === 'lost' || !run) return { kind: 'silence' }
    const { operationId } = run.change
    if (!stored.includes(operationId)) stored.push(operationId)
    return outcome === 'answered' ? { kind: 'saved', answer: () => undefined } : { kind: 'silence' }
  }
  return { stored, deliver }
}

/** Opens the page again on the same device, and sends the queued runs. */
async function visit(storage: MemoryStorage, deliver: ReturnType<typeof server>['deliver']) {
  const outbox = outboxOf('ada', pageOf(storage))
  const page = new Sender<Queued, ShowSaved>({
    outbox,
    deliver,
    currentUser: async () => 'ada',
    exclusively: (work) => work(),
    online: () => true,
    // The page is closed before the second attempt.
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

it('twenty offline runs are each handed in once, however often the page is closed in between', async () => {
  const storage = new MemoryStorage()
  const operations = Array.from({ length: 20 }, (_, at) => `operation ${at}`)
  for (const operationId of operations) {
    // Each run is queued by a page that was loaded again.
    outboxOf('ada', pageOf(storage)).put({
      ...{ kind: 'run', lessonId: 'a', slug: 'js', title: 'Return a value', operationId },
      ...{ files: [{ path: 'main.js', text: operationId }], claimed: 'PASS' },
    })
  }
  expect(queuedRuns(outboxOf('ada', pageOf(storage)).all(), 'a')).toHaveLength(20)
  const outcomes = operations.flatMap((_, at): Outcome[] =>
    at % 3 === 0 ? ['lost', 'unanswered', 'answered'] : ['unanswered', 'answered'],
  )
  const { stored, deliver } = server(outcomes)
  let visits = 0
  while ((await visit(storage, deliver)).all().length > 0 && visits < 100) visits += 1
  expect(stored).toEqual(operations)
  // A visit ends with each request or answer that is lost.
  expect(visits).toBe(outcomes.filter((outcome) => outcome !== 'answered').length)
  expect(storage.items.size).toBe(0)
})
