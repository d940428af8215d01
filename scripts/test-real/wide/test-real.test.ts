import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RAISED_LIMITS } from '../../../supabase/local/src/config'
import { freePort } from '../../../supabase/local/src/free-port'
import {
  localAnonKey,
  localJwtSecret,
  localServiceKey,
} from '../../../supabase/local/src/gateway/local-keys'
import { type Backend, startBackend } from '../../../supabase/local/src/main'
import { makeMigratedDataDir } from '../../../supabase/local/src/testing/cluster'
import { client } from '../../../supabase/local/src/testing/notes-backend'
import { checkProject, namedProject } from '../named-project'

// Tests the output and the exit code of `npm run test:real` against a project like one of another process.

let backend: Backend
/** Serves the API at another address, with estimated counts as PostgREST returns them without the embedded gateway. */
let otherApi: Server
let env: NodeJS.ProcessEnv
const folder = mkdtempSync(join(tmpdir(), 'rookies-real-'))

beforeAll(async () => {
  const dataDir = await makeMigratedDataDir(folder)
  backend = await startBackend({ dataDir, port: await freePort(), limits: RAISED_LIMITS })
  otherApi = createServer(async (req, res) => {
    const body: Buffer[] = []
    for await (const chunk of req) body.push(chunk)
    const answer = await fetch(`${backend.url}${req.url}`, {
      method: req.method,
      headers: Object.entries(req.headers).flatMap(([name, value]) =>
        /^(?:host|connection|content-length)$/.test(name) ? [] : [[name, String(value)]],
      ) as [string, string][],
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    })
    for (const [name, value] of answer.headers) {
      if (!/^(?:content-(?:encoding|length)|transfer-encoding)$/.test(name)) {
        res.setHeader(name, value)
      }
    }
    if (/count=(?:planned|estimated)/.test(String(req.headers.prefer))) {
      res.setHeader('content-range', '0-0/42')
    }
    res.writeHead(answer.status)
    res.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => otherApi.listen(0, '127.0.0.1', resolve))
  // Values in quotes, as `env $(supabase status -o env)` passes them on.
  env = {
    ROOKIES_URL: backend.url,
    API_URL: `"http://127.0.0.1:${(otherApi.address() as AddressInfo).port}"`,
    ANON_KEY: `"${localAnonKey}"`,
    SERVICE_ROLE_KEY: `"${localServiceKey}"`,
    JWT_SECRET: `"${localJwtSecret}"`,
    DB_URL: `"${backend.databaseUrl('postgres')}"`,
  }
})
afterAll(async () => {
  otherApi?.close()
  await backend?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a listed difference is reported by its name, and does not count as a failure', async () => {
  const { PATH, HOME } = process.env
  const run = spawn(process.execPath, ['scripts/run.mjs', 'test:real', 'wide/stricter'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env: { PATH, HOME, ...env },
  })
  let said = ''
  for (const stream of [run.stdout, run.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const code = await new Promise<number | null>((resolve) => run.on('close', resolve))
  expect(said).toContain('  differs as listed  estimated-counts\n')
  expect(said).toContain('  does not differ    authenticator-code-twice\n')
  expect(said).toContain('  not asked          visitor-hears-writes\n')
  expect(said).toContain('\n8 passed, 0 failed, 1 of the listed differences\n')
  expect(code).toBe(0)
})

test('a project is refused if its keys and its database are of different projects, or if it contains other data than demo data', async () => {
  const refusal = async (change: NodeJS.ProcessEnv, anyway = false) => {
    const check = async () => {
      await checkProject(await namedProject({ ...env, ...change }, '/nowhere'), anyway)
      return 'accepted'
    }
    return check().catch((error: Error) => error.message)
  }
  expect(await refusal({})).toBe('accepted')
  expect(await refusal({ ROOKIES_URL: '' })).toMatch(/^Set ROOKIES_URL to the address/)
  expect(await refusal({ DB_URL: '' })).toMatch(/^Rookies is not running here/)
  expect(await refusal({ API_URL: 'https://abc.supabase.co', SERVICE_ROLE_KEY: '' })).toMatch(
    /^Set SUPABASE_SERVICE_ROLE_KEY or SERVICE_ROLE_KEY or SECRET_KEY\. npm run supabase -- status/,
  )
  expect(await refusal({ API_URL: 'http://localhost:1' })).toMatch(
    /^http:\/\/localhost:1 does not answer/,
  )
  expect(await refusal({ JWT_SECRET: 'x'.repeat(40) })).toMatch(/JWT_SECRET/)
  const another = backend.databaseUrl('postgres').replace(/postgres$/, 'template1')
  expect(await refusal({ DB_URL: another })).toMatch(/^DATABASE_URL is not the database of/)
  expect(await refusal({ ANON_KEY: 'no-key' })).toMatch(/cannot log in/)

  const { admin } = client(backend.url, localServiceKey).auth
  const made = await admin.createUser({ email: 'eve@school.org', password: 'rookies-demo' })
  expect(made.error).toBeNull()
  expect(await refusal({})).toMatch(/has accounts besides the demo's \(1\)/)
  expect(await refusal({}, true)).toBe('accepted')
})
