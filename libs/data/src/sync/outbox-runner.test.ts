import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { OutboxContext } from '../outbox/kind'
import { completionKind } from '../progress/progress-kinds'
import { queueCompletion } from '../progress/queued-completions'
import { sessionKeys } from '../session/keys'

it('sends entries of known kinds, and skips those of a newer build without reporting that the device is offline', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { onLine: true })
  const { ownOutbox, currentOutboxState } = await import('./outbox-state')
  const { runOutbox } = await import('./outbox-runner')
  const queries = new QueryClient()
  queries.setQueryData(sessionKeys.current(), { id: 'ada', email: null })
  const session = { user: { id: 'ada' } }
  const client = { auth: { getSession: async () => ({ data: { session }, error: null }) } }
  const deliver = vi.spyOn(completionKind, 'deliver').mockResolvedValue({
    kind: 'saved',
    answer: () => undefined,
  })

  const outbox = ownOutbox(queries)
  const newer = outbox?.put({ kind: 'badge', lessonId: 'l0', slug: 'git' })
  const lesson = { lessonId: 'l1', slug: 'git', title: 'Rebase', done: true }
  if (outbox) queueCompletion(outbox, lesson)
  await runOutbox({ client, queries, messages: {} } as unknown as OutboxContext)

  expect(deliver).toHaveBeenCalledOnce()
  expect(outbox?.all()).toEqual([newer])
  expect(currentOutboxState(queries).offline).toBe(false)
})
