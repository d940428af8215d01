import { expect, it, vi } from 'vitest'
import { localStore } from '../device/store'
import { CODE_DRAFTS } from '../exercises/my-keys'
import type { OutboxContext } from '../outbox/kind'
import { runSync } from './run-sync'

const { load, runCodeDrafts } = vi.hoisted(() => ({
  load: vi.fn(),
  runCodeDrafts: vi.fn(async () => undefined),
}))
vi.mock('../notes/notes-runner', () => ({ runNotes: async () => undefined }))
vi.mock('./outbox-runner', () => ({ runOutbox: async () => undefined }))
vi.mock('../exercises/my-drafts-runner', () => load())

it('sends drafts when the connection returns, if the code that sends them could not be loaded before', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  localStore.setItem(`${CODE_DRAFTS}u1`, '{}')
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  load.mockResolvedValue({ runCodeDrafts })

  await runSync({} as OutboxContext)
  expect(runCodeDrafts).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(runCodeDrafts).toHaveBeenCalledOnce())
})
