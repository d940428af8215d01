import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { defaultSchool } from '../../../functions/_shared/school.ts'
import { createAuth } from '../auth'
import { createCi } from '../ci'
import { readConfig } from '../config'
import { freePort } from '../free-port'
import { createFunctions } from '../functions'
import { createMailbox } from '../mail'
import { createStorage } from '../storage'
import { projectFile } from '../testing/auth-server'
import { rawRequest } from '../testing/raw-request'
import { type DatabaseSlots, TooManyRequests } from './database-slots'
import { createGateway, type GatewayParts, gatewayRoutes } from './gateway'
import type { Routes } from './http'
import { type Listener, listen } from './listen'
import { localAnonKey, localJwtSecret } from './local-keys'
import { createRequestSlots } from './request-slots'

/** Routes that need no slot, because they neither reach the database nor keep the process busy. */
const WITHOUT = ['GET /health', 'ALL /*']

/** A gateway whose slots are all taken. A request that gets the answer of its service took no slot. */
let areTaken = true
const taken: DatabaseSlots = {
  holderOf: async () => ({ address: 'any' }),
  acquire: async () => {
    if (areTaken) throw new TooManyRequests()
    return () => {}
  },
}

let port: number
let listener: Listener
let routes: Routes
const folder = mkdtempSync(join(tmpdir(), 'rookies-routes-'))
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]

beforeAll(async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 })
  const config = readConfig(projectFile('config.toml')).auth
  const slots = createRequestSlots(taken)
  const url = 'http://localhost'
  const log = () => {}
  const mailbox = createMailbox({
    dir: join(folder, 'mail'),
    readSchool: async () => defaultSchool(config.siteUrl),
  })
  const auth = createAuth({
    pool,
    jwtSecret: localJwtSecret,
    config,
    siteUrl: url,
    apiUrl: url,
    mailer: mailbox,
    log,
  })
  const storage = await createStorage({
    pool,
    jwtSecret: localJwtSecret,
    slots,
    dir: join(folder, 'storage'),
    maxSize: 1,
    log,
  })
  const ci = createCi({
    databaseUrl: 'postgres://127.0.0.1:1/none',
    siteUrl: url,
    slots,
    log,
  })
  const functions = createFunctions({
    restUrl: () => url,
    storageUrl: url,
    slots,
    mailbox,
    siteUrl: url,
    webhookSecret: '',
    issuer: ci.issuer,
    asksPrivateLinks: false,
    log,
  })
  ends.push(auth.close, storage.close, functions.close, ci.close, () => pool.end())
  const parts: GatewayParts = {
    auth: auth.routes,
    rest: { handle: async (c) => c.text('reached'), close: () => {} },
    storage: storage.routes,
    functions: functions.routes,
    mailbox: mailbox.routes,
    ci: ci.routes,
    apps: { handle: (c) => c.text('app'), close: async () => {} },
    slots,
    log,
  }
  routes = gatewayRoutes(parts)
  port = await freePort()
  listener = await listen(port)
  listener.serve(createGateway(parts))
})
afterAll(async () => {
  await listener.close(0)
  for (const end of ends) await end()
})

test('every route takes a slot at the database, or is listed', async () => {
  const all = new Set(routes.routes.map(({ method, path }) => `${method} ${path}`))
  // The routes of all services have to be among them.
  for (const one of [
    'POST /auth/v1/signup',
    'ALL /rest/v1/*',
    'POST /storage/v1/object/:bucket/*',
    'POST /functions/v1/unsubscribe',
    'GET /_mail/:id{[\\w-]+}/body',
    'POST /_ci/run',
  ]) {
    expect(all).toContain(one)
  }
  const without: string[] = []
  for (const one of all) {
    const [given = '', pattern = ''] = one.split(' ')
    const method = given === 'ALL' ? 'GET' : given
    const path = pattern
      .replace(/:service\{.*?\}/, 'graphql')
      .replace(/:name\{.*?\}/, 'sign-files')
      .replace(/:\w+(\{.*?\})?/g, 'x')
      .replaceAll('*', 'x')
    const { status, headers } = await rawRequest(port, path, {
      method,
      headers: { apikey: localAnonKey },
    })
    if (status !== 429 || headers['retry-after'] === undefined) without.push(one)
  }
  expect(without.sort()).toEqual(WITHOUT.sort())
})

test.each([
  ['/auth/v1/user', { error_code: 'over_request_rate_limit' }],
  ['/rest/v1/courses', { code: 'too_many_requests', details: null, hint: null }],
  ['/storage/v1/bucket', { statusCode: '429', code: 'SlowDown' }],
  ['/functions/v1/calendar/x.ics', { code: 'TOO_MANY_REQUESTS' }],
])('%s says so in the form of its service', async (path, body) => {
  const answer = await rawRequest(port, path, { headers: { apikey: localAnonKey } })
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '5'])
  expect(JSON.parse(String(answer.body))).toMatchObject(body)
})

// The doctor finds out by this answer that a function exists.
test('every function refuses a method that no function accepts', async () => {
  areTaken = false
  onTestFinished(() => {
    areTaken = true
  })
  // The embedded backend does the work of `tick` itself.
  const names = readdirSync(projectFile('functions')).filter(
    (name) => !/^_|^(mail-events|send-email|tick)$/.test(name),
  )
  expect(names).toContain('calendar')
  for (const name of names) {
    const answer = await fetch(`http://127.0.0.1:${port}/functions/v1/${name}`, {
      method: 'PUT',
      headers: { apikey: localAnonKey },
    })
    expect({ name, status: answer.status, ...(await answer.json()) }).toMatchObject({
      ...{ name, status: 405, code: 'METHOD_NOT_ALLOWED' },
    })
  }
})
