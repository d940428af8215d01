import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../supabase/local/src/free-port'
import { createDoor } from '../../supabase/local/src/gateway/door'
import { createGateway } from '../../supabase/local/src/gateway/gateway'
import type { NodeEnv } from '../../supabase/local/src/gateway/http'
import { listen } from '../../supabase/local/src/gateway/listen'
import { createRestProxy } from '../../supabase/local/src/gateway/rest-proxy'
import { createUpgrade } from '../../supabase/local/src/gateway/upgrade'
import { rawRequest } from '../../supabase/local/src/testing/raw-request'
import { openDevApps } from './dev-apps'

test('during development the product answers its own hosts alone, and those that are configured', async () => {
  const hosts = ['demo.example.org']
  const [port, apps, door] = [await freePort(), await openDevApps(hosts), createDoor(hosts)]
  const listener = await listen(port, door)
  onTestFinished(async () => {
    await listener.close(0)
    await apps.close()
  })
  const none = new Hono<NodeEnv>()
  const rest = createRestProxy({ restPort: () => 0, jwtSecret: '', bodyLimit: 0 })
  const services = { auth: none, storage: none, functions: none, mailbox: none, rest }
  listener.serve(
    createGateway({ ...services, apps, door, log: () => {} }),
    createUpgrade({ realtime: { upgrade: () => {} }, apps, door }),
  )
  const statuses = (host: string | string[]) =>
    Promise.all(
      ['/', '/admin', '/@vite/client'].map(
        async (path) => (await rawRequest(port, path, { headers: { host } })).status,
      ),
    )
  for (const host of [`localhost:${port}`, '127.0.0.1:8080', '[::1]', 'demo.example.org']) {
    expect([host, ...(await statuses(host))]).toEqual([host, 200, 200, 200])
  }
  for (const host of ['evil.example', 'evil.localhost', '192.0.2.1', 'localhost.']) {
    expect([host, ...(await statuses(host))]).toEqual([host, 403, 403, 403])
  }
  expect(await statuses(['localhost', 'evil.example'])).toEqual([400, 400, 400])
})
