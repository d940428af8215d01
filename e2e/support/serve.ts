import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { RAISED_LIMITS } from '../../supabase/local/src/config'
import { freePort } from '../../supabase/local/src/free-port'
import { localAnonKey } from '../../supabase/local/src/gateway/local-keys'
import { startBackend } from '../../supabase/local/src/main'
import { copyMigratedCluster } from '../../supabase/local/src/migrated-cluster'

// Runs the product with new data for one run of the tests, and prints its addresses in one line.
const dataDir = await mkdtemp(join(tmpdir(), 'rookies-e2e-'))
await copyMigratedCluster({ dataDir })
const webhookSecret = `whsec_${randomUUID()}`
const limits = { ...RAISED_LIMITS, maxFrequency: 0 }
const port = await freePort()
// A host name without https, like that of a server in the network of a classroom.
const hosts = ['class.example']
let backend = await start()
let restarted: Promise<void> = Promise.resolve()
const stop = async () => {
  await restarted
  await backend.stop()
  await rm(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
const orders = createInterface({ input: process.stdin })
orders.on('line', (order) => {
  if (order === 'restart') restarted = restart()
})
// The pipe closes when the process that started the server has ended, so the server stops too.
orders.once('close', stop)

async function restart() {
  await backend.stop()
  backend = await start()
}

async function start() {
  const started = await startBackend({ dataDir, port, webhookSecret, limits, hosts })
  console.log(
    JSON.stringify({
      E2E_URL: started.url,
      E2E_API_URL: started.url,
      E2E_MAIL_URL: started.url,
      E2E_DATABASE_URL: started.databaseUrl('postgres'),
      E2E_KEY: localAnonKey,
      E2E_DATA: started.dataDir,
      E2E_WEBHOOK_SECRET: webhookSecret,
    }),
  )
  return started
}
