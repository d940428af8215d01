import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { freePort } from '../free-port'
import type { Apps } from '../gateway/apps'
import { createDatabaseSlots } from '../gateway/database-slots'
import { createGateway } from '../gateway/gateway'
import { createHostCheck } from '../gateway/host-check'
import type { NodeEnv } from '../gateway/http'
import { listen } from '../gateway/listen'
import { localJwtSecret } from '../gateway/local-keys'
import { createRequestSlots } from '../gateway/request-slots'
import { createUpgrade } from '../gateway/upgrade'

/** Serves apps behind the host check and the gateway until the test ends, without an API. Returns the port. */
export async function serveApps(apps: Apps, hosts?: readonly string[]): Promise<number> {
  const [port, hostCheck] = [await freePort(), createHostCheck(hosts)]
  const listener = await listen(port, hostCheck)
  onTestFinished(async () => {
    await listener.close(0)
    await apps.close()
  })
  const none = new Hono<NodeEnv>()
  const rest = { handle: async () => new Response(), close: () => {} }
  const services = { auth: none, rest, storage: none, functions: none, mailbox: none, ci: none }
  const slots = createRequestSlots(createDatabaseSlots({ jwtSecret: localJwtSecret }))
  listener.serve(
    createGateway({ ...services, slots, apps, hostCheck, log: () => {} }),
    createUpgrade({ realtime: { upgrade: () => {} }, apps, hostCheck }),
  )
  return port
}
