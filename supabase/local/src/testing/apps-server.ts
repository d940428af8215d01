import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { freePort } from '../free-port'
import type { Apps } from '../gateway/apps'
import { createDoor } from '../gateway/door'
import { createGateway } from '../gateway/gateway'
import type { NodeEnv } from '../gateway/http'
import { listen } from '../gateway/listen'
import { createUpgrade } from '../gateway/upgrade'

/** Serves apps behind the host check and the gateway until the test ends, without an API. Returns the port. */
export async function serveApps(apps: Apps, hosts?: readonly string[]): Promise<number> {
  const [port, door] = [await freePort(), createDoor(hosts)]
  const listener = await listen(port, door)
  onTestFinished(async () => {
    await listener.close(0)
    await apps.close()
  })
  const none = new Hono<NodeEnv>()
  const rest = { handle: async () => new Response(), close: () => {} }
  const services = { auth: none, rest, storage: none, functions: none, mailbox: none }
  listener.serve(
    createGateway({ ...services, apps, door, log: () => {} }),
    createUpgrade({ realtime: { upgrade: () => {} }, apps, door }),
  )
  return port
}
