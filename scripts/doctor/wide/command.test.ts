import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../supabase/local/src/free-port'
import { temporaryFolder } from '../../../supabase/local/src/testing/temporary-folder'
import { examine } from '../examine'
import { isRed, report } from '../finding'
import { type Healthy, openHealthy } from '../testing/healthy'

// Tests the output and the exit code of `npm run doctor`.

/** The folder and the port of a backend that does not run. */
const nowhere = { dataDir: '/nowhere', port: 1 }
let project: Healthy
/** A server that accepts connections and closes each one at the first byte. */
let noDatabase: Server
beforeAll(async () => {
  noDatabase = createServer((socket) => socket.once('data', () => socket.destroy()))
  await new Promise<void>((resolve) => noDatabase.listen(0, '127.0.0.1', resolve))
  project = await openHealthy('nothing')
})
afterAll(async () => {
  await project?.close()
  noDatabase?.close()
})

async function doctor(settings: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, ROOKIES_DATA: temporaryFolder(), ...settings }
  const run = spawn(process.execPath, ['scripts/run.mjs', 'doctor'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    env,
  })
  let said = ''
  for (const stream of [run.stdout, run.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const code = await new Promise<number | null>((resolve) => run.on('close', resolve))
  return { code, said }
}

test('the doctor finds no fault in a healthy database, and lists skipped checks', async () => {
  const { code, said } = await doctor({ DATABASE_URL: project.url })
  expect(said).toContain('ok       storage ')
  expect(said).toContain('unknown  API, Auth and functions')
  expect(said).toContain('0 differ, 0 failed, 2 unknown')
  expect(said).toContain('What is unknown was not checked. Set what is named above to check it.')
  expect(code).toBe(0)
})

const changed = (change: (url: URL) => void) => () => {
  const url = new URL(project.url)
  change(url)
  return url.href
}
const socketPort = () => {
  const address = noDatabase.address()
  return String(typeof address === 'object' ? address?.port : '')
}

test.each<[string, () => string | Promise<string>, RegExp]>([
  [
    'a wrong password',
    changed((url) => {
      url.password = 'wrong'
    }),
    /cannot be reached: 127\.0\.0\.1:\d+ refuses the password of postgres\. Correct it in DATABASE_URL, or in SUPABASE_DB_PASSWORD\./,
  ],
  [
    'no password',
    changed((url) => {
      url.password = ''
    }),
    /cannot be reached: 127\.0\.0\.1:\d+ asks for a password, and DATABASE_URL has none\./,
  ],
  [
    'another name of a database',
    changed((url) => {
      url.pathname = '/rookies'
    }),
    /cannot be reached: there is no database rookies at 127\.0\.0\.1:\d+\./,
  ],
  [
    'a database that is another project’s',
    changed((url) => {
      url.pathname = '/template1'
    }),
    /differs {2}migrations +No migrations were applied to this database\./,
  ],
  [
    'a role that is not the owner',
    changed((url) => {
      url.username = 'nobody'
    }),
    /cannot be reached: 127\.0\.0\.1:\d+ refuses the password of nobody\./,
  ],
  [
    'TLS where there is none',
    changed((url) => {
      url.searchParams.set('sslmode', 'verify-full')
    }),
    /cannot be reached: 127\.0\.0\.1:\d+ does not support TLS\./,
  ],
  [
    'a port where nothing listens',
    async () => `postgresql://postgres:x@localhost:${await freePort()}/postgres`,
    /cannot be reached: nothing listens at localhost:\d+\./,
  ],
  [
    'something that is no database',
    () => `postgresql://postgres:x@127.0.0.1:${socketPort()}/postgres`,
    /cannot be reached: Connection terminated unexpectedly\./,
  ],
  [
    'a host that nobody knows',
    () => 'postgresql://postgres:x@project.invalid/postgres',
    /cannot be reached: the host project\.invalid was not found\./,
  ],
  ['what is no address', () => 'db.abc.supabase.co', /DATABASE_URL is not a database address\./],
  [
    'an address of something else',
    () => 'https://abc.supabase.co',
    /DATABASE_URL is not a database address\./,
  ],
])('the doctor reports %s in a sentence as a failure', async (_, url, sentence) => {
  const findings = await examine({ DATABASE_URL: await url() }, nowhere)
  expect(isRed(findings)).toBe(true)
  expect(report(findings)).toMatch(sentence)
  expect(findings.map(({ text }) => text).join('\n')).not.toContain('as expected')
})

test.each([
  ['nothing to look at', {}, 'Rookies is not running here and DATABASE_URL is not set.'],
  [
    'a project without its database',
    { VITE_SUPABASE_URL: 'https://abc.supabase.co' },
    'VITE_SUPABASE_URL names a hosted project. Set DATABASE_URL to the address of its database, too.',
  ],
])('the doctor refuses to run with %s', async (_, settings, sentence) => {
  await expect(examine(settings, nowhere)).rejects.toThrow(sentence)
})

test('the command ends with exit code 1 and a sentence if no check can run', async () => {
  const url = new URL(project.url)
  url.password = 'wrong'
  const [refused, nothing] = await Promise.all([doctor({ DATABASE_URL: url.href }), doctor({})])
  expect(refused.said).toMatch(/^failed +database +The database cannot be reached: /)
  expect(refused.code).toBe(1)
  expect(nothing.said).toMatch(/^Rookies is not running here .*\n$/)
  expect(nothing.code).toBe(1)
})

test('an API that does not answer is reported as a failure, and the database is examined nevertheless', async () => {
  const url = new URL(project.url)
  url.pathname = '/template1'
  const findings = await examine(
    {
      DATABASE_URL: url.href,
      VITE_SUPABASE_URL: `http://127.0.0.1:${socketPort()}`,
      VITE_SUPABASE_KEY: 'sb_publishable_x',
    },
    nowhere,
  )
  expect(isRed(findings)).toBe(true)
  expect(report(findings)).toMatch(
    /^failed {3}API, Auth and functions +127\.0\.0\.1:\d+ does not answer/m,
  )
  expect(report(findings)).toMatch(/^differs {2}migrations +No migrations were applied/m)
})
