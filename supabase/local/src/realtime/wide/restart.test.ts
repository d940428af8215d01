import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../free-port'
import { localSecretKey } from '../../gateway/local-keys'
import { isAlive } from '../../lock/processes'
import { type BackendOptions, startBackend } from '../../main'
import { runBackendProcess } from '../../testing/backend-process'
import { makeDataDir } from '../../testing/cluster'
import { realtimeClient, subscribe, tokenFor } from '../../testing/realtime-server'
import { temporaryFolder } from '../../testing/temporary-folder'
import { tinyProject } from '../../testing/tiny-project'
import { until } from '../../testing/until'

async function options(): Promise<BackendOptions & { supabaseDir: string }> {
  const dir = temporaryFolder()
  const supabaseDir = tinyProject(dir, {
    'migrations/001_notes.sql': `
      create table public.notes (id bigint primary key, text text not null default '');
      alter table public.notes enable row level security;
      create policy notes_select on public.notes for select to authenticated using (true);
      alter publication supabase_realtime add table public.notes;
    `,
    'seed.sql': '',
  })
  return { dataDir: makeDataDir(dir), port: await freePort(), supabaseDir }
}

const notes = { event: '*', schema: 'public', table: 'notes' } as const

async function write(url: string, id: number): Promise<void> {
  const answer = await fetch(`${url}/rest/v1/notes`, {
    method: 'POST',
    headers: { apikey: localSecretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
  expect(answer.status).toBe(201)
}

async function listener(port: number) {
  const token = await tokenFor('00000000-0000-4000-8000-000000000001')
  const client = realtimeClient(port, { token, reconnectAfterMs: () => 50 })
  onTestFinished(() => void client.disconnect())
  return subscribe(client, 'notes', notes)
}

test('connected clients reconnect after a restart of the backend', async () => {
  const how = await options()
  const first = await startBackend(how)
  const listening = await listener(how.port)
  await write(first.url, 1)
  await expect.poll(() => listening.received.length).toBe(1)
  await first.stop()
  await expect.poll(() => listening.statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR'])

  const second = await startBackend(how)
  onTestFinished(() => second.stop())
  await expect.poll(() => listening.statuses.at(-1), { timeout: 15_000 }).toBe('SUBSCRIBED')
  await write(second.url, 2)
  await expect
    .poll(() => listening.received.map((change) => change.new))
    .toMatchObject([{ id: 1 }, { id: 2 }])
})

test('Ctrl-C ends all processes soon, with connected clients too, and with 0', async () => {
  const backend = await runBackendProcess(await options())
  const port = Number(new URL(backend.url).port)
  await listener(port)
  const tree = backend.tree()
  const began = performance.now()
  backend.child.kill('SIGINT')
  // npm passes the same Ctrl-C on a second time.
  backend.child.kill('SIGINT')
  expect(await backend.exited).toBe(0)
  expect(performance.now() - began).toBeLessThan(5_000)
  await until('nothing is left behind', () => !tree.some(isAlive))
  expect(backend.output()).toBe(`ready at ${backend.url}\n`)
})

test('the backend notices that PostgreSQL has ended, and tells its clients', async () => {
  const how = await options()
  const backend = await startBackend(how)
  onTestFinished(() => backend.stop())
  const listening = await listener(how.port)
  process.kill(backend.pids().postgres, 'SIGQUIT')
  await expect.poll(() => listening.statuses[1], { timeout: 10_000 }).toBe('CHANNEL_ERROR')
  await backend.failed
})
