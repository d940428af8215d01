import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../supabase/local/src/free-port'
import { localAnonKey, localPublishableKey } from '../../../supabase/local/src/gateway/local-keys'
import { startBackend } from '../../../supabase/local/src/main'
import { makeMigratedDataDir } from '../../../supabase/local/src/testing/cluster'
import { temporaryFolder } from '../../../supabase/local/src/testing/temporary-folder'
import { until } from '../../../supabase/local/src/testing/until'
import { serveBesideStack } from '../serve'
import { openStack } from '../stack'
import { openStandIn } from '../testing/open-stand-in'

/** A pause longer than the test, so that only the worker beside the stack runs. */
const NEVER_MS = 2 ** 31 - 1

test('the apps, the mailbox and the worker run beside the stack that the CLI reports', async () => {
  const backend = await startBackend({
    dataDir: await makeMigratedDataDir(temporaryFolder()),
    port: await freePort(),
    workerPauseMs: NEVER_MS,
  })
  onTestFinished(backend.stop)
  const { cli } = openStandIn({
    status: {
      API_URL: backend.url,
      DB_URL: backend.databaseUrl('postgres'),
      PUBLISHABLE_KEY: localPublishableKey,
      ANON_KEY: localAnonKey,
      MAILPIT_URL: `${backend.url}/_mail`,
    },
  })
  const { stack, stop } = openStack(cli, 'docker', () => {})
  onTestFinished(stop)
  const [appsDir, port, logged] = [temporaryFolder(), await freePort(), [] as string[]]
  for (const app of ['learner', 'backoffice']) {
    mkdirSync(join(appsDir, app, 'dist'), { recursive: true })
    writeFileSync(join(appsDir, app, 'dist', 'index.html'), `<p>${app}</p>`)
  }
  const secret = 'a secret'
  const log = (line: string) => logged.push(line)
  const served = await serveBesideStack({ stack, port, secret, appsDir, log })
  onTestFinished(served.stop)

  const pages = await Promise.all(
    ['/', '/admin/members'].map((path) => fetch(`http://localhost:${port}${path}`)),
  )
  expect(await Promise.all(pages.map((page) => page.text()))).toEqual([
    '<p>learner</p>',
    '<p>backoffice</p>',
  ])
  for (const { headers } of pages) {
    expect(headers.get('content-security-policy')).toContain(` ${backend.url} `)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  const mail = await fetch(`http://localhost:${port}/_mail`, { redirect: 'manual' })
  expect([mail.status, mail.headers.get('location')]).toEqual([302, stack.mailUrl])

  for (const name of ['member', 'admin']) {
    const answer = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: stack.key, origin: `http://localhost:${port}` },
      body: JSON.stringify({ email: `${name}@rookies.test`, password: 'rookies-demo' }),
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  }

  // The embedded backend has no function `tick`, so its error shows that the call arrived.
  await until('the worker calls tick', () => logged.some((line) => /tick answered 40\d/.test(line)))
  expect(logged.filter((line) => line.startsWith('Background jobs'))).toEqual([])
})
