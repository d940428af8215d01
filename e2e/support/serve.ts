import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../supabase/local/src/free-port'
import { localAnonKey } from '../../supabase/local/src/gateway/local-keys'
import { startBackend } from '../../supabase/local/src/main'

// The product on fresh data of its own, for one run of the journeys; says where it is in one line.
const dataDir = await mkdtemp(join(tmpdir(), 'rookies-e2e-'))
const webhookSecret = `whsec_${randomUUID()}`
const backend = await startBackend({ dataDir, port: await freePort(), webhookSecret })
const stop = async () => {
  await backend.stop()
  await rm(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// Whoever started this holds the other end of the pipe: when they are gone, so are we.
process.stdin.resume().once('end', stop)
console.log(
  JSON.stringify({
    E2E_URL: backend.url,
    E2E_DATABASE_URL: backend.databaseUrl('postgres'),
    E2E_KEY: localAnonKey,
    E2E_DATA: backend.dataDir,
    E2E_WEBHOOK_SECRET: webhookSecret,
  }),
)
