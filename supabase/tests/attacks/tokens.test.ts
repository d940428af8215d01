import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { codeOf, raw, rest } from '../wire/rest'
import { tokenFor } from '../wire/tokens'
import { leakedSecrets, plantVictim, type Victim } from './secrets'

const db = useDatabase()
const tables = [
  'profiles',
  'courses',
  'lessons',
  'entitlements',
  'invites',
  'audit_logs',
  'settings',
]
const wrongSecret = 'another-secret-that-is-just-as-long-as-the-real-one'

let victim: Victim
let admin: Person

beforeAll(async () => {
  victim = await plantVictim(db)
  admin = await db.person({ role: 'ADMIN' })
})

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a token with this header and these claims, and a signature that is not Auth's. */
async function unsigned(header: object, claims: object, signature = ''): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const payload = { sub: admin.id, role: 'authenticated', aud: 'authenticated', exp: now + 600 }
  return `${base64(header)}.${base64({ ...payload, ...claims })}.${signature}`
}

async function tampered(): Promise<string> {
  const [header, , signature] = (await tokenFor(await db.person())).split('.')
  return `${header}.${base64({ sub: admin.id, role: 'authenticated', exp: 4102444800 })}.${signature}`
}

describe('a forged token gives no access, not even a visitor’s', () => {
  const forgeries: [string, () => Promise<string>][] = [
    ['signed with another secret', () => tokenFor(admin, { secret: wrongSecret })],
    [
      'of the operators, signed with another secret',
      () => tokenFor(admin, { secret: wrongSecret, claims: { role: 'service_role' } }),
    ],
    ['without a signature', () => unsigned({ alg: 'none', typ: 'JWT' }, {})],
    ['without a signature, spelled otherwise', () => unsigned({ alg: 'NONE', typ: 'JWT' }, {})],
    [
      'of the operators, without a signature',
      () => unsigned({ alg: 'none' }, { role: 'service_role' }),
    ],
    ['with an empty signature', () => unsigned({ alg: 'HS256', typ: 'JWT' }, {})],
    ['of another algorithm', () => unsigned({ alg: 'RS256', typ: 'JWT' }, {}, 'c2lnbmF0dXJl')],
    [
      'that brings its own key',
      () => unsigned({ alg: 'HS256', jwk: { kty: 'oct', k: 'c2VjcmV0' } }, {}, 'c2lnbmF0dXJl'),
    ],
    ['of another person, with the content exchanged', tampered],
    ['that has run out', () => tokenFor(admin, { expiresIn: -120 })],
    [
      'that is not valid yet',
      () => tokenFor(admin, { claims: { nbf: Math.floor(Date.now() / 1000) + 600 } }),
    ],
    ['that is no token', async () => 'not.a.token'],
    ['that is one word', async () => 'service_role'],
  ]
  test.each(forgeries)('%s', async (_name, forge) => {
    const token = await forge()
    for (const table of tables) {
      const answer = await rest(`${table}?select=*`, { token })
      expect(answer.status, table).toBe(401)
      expect(codeOf(answer), table).toMatch(/^PGRST30\d$/)
    }
    expect((await rest('rpc/boot', { method: 'POST', token, body: {} })).status).toBe(401)
    const write = { method: 'PATCH', token, body: { name: 'Forged' } }
    expect((await rest(`profiles?id=eq.${admin.id}`, write)).status).toBe(401)
    const user = await raw('/auth/v1/user', { token })
    expect([401, 403]).toContain(user.status)
    expect(user.text).not.toContain(admin.email)
    for (const [name, body] of [
      ['send-invite', { invite_id: admin.id }],
      ['send-invite', { ask: 'sender' }],
      ['check-links', { course_id: admin.id }],
      ['sign-files', { paths: [] }],
      ['verify-run', { run_id: admin.id }],
      ['verify-run', { lesson_id: admin.id }],
    ] as const) {
      const answer = await raw(`/functions/v1/${name}`, { method: 'POST', token, body })
      expect([name, answer.status, codeOf(answer)]).toEqual([
        name,
        401,
        expect.stringMatching(/^PGRST30/),
      ])
    }
  })
})

describe('a valid token with unusual claims', () => {
  test.each(['postgres', 'supabase_admin', 'supabase_auth_admin', 'authenticator', 'nobody'])(
    'has no rights as the database role %s',
    async (role) => {
      const answer = await rest('profiles?select=*', {
        token: await tokenFor(admin, { claims: { role } }),
      })
      expect([400, 401, 403]).toContain(answer.status)
      expect(leakedSecrets(victim, answer.text)).toEqual([])
    },
  )

  test('has a stranger’s rights without a role, and with the role anon', async () => {
    for (const role of [undefined, 'anon']) {
      const token = await tokenFor(admin, { claims: { role } })
      const answer = await rest('profiles?select=*', { token })
      expect([answer.status, codeOf(answer)]).toEqual([401, '42501'])
    }
  })

  const subjects: [string, string | undefined][] = [
    ['missing', undefined],
    ['empty', ''],
    ['a word', 'admin'],
    ['almost an id', `${randomUUID()}0`],
    ['an id in braces', `{${randomUUID()}}`],
    ['a piece of SQL', `' or role = 'ADMIN' --`],
    ['two lines', `${randomUUID()}\n${randomUUID()}`],
  ]
  test.each(subjects)('gives no rights and no error if its subject is %s', async (_name, sub) => {
    const token = await tokenFor(admin, { claims: { sub } })
    for (const table of tables) {
      const answer = await rest(`${table}?select=*`, { token })
      expect([answer.status, answer.body], table).toEqual([200, []])
    }
    const boot = await rest('rpc/boot', { method: 'POST', token, body: {} })
    expect(boot.status).toBe(200)
    expect(boot.body).toMatchObject({ permissions: [] })
    const write = { method: 'POST', token, body: { title: 'x', slug: 'odd' } }
    expect(codeOf(await rest('courses', write))).toBe('42501')
    const insert = { method: 'POST', token, body: { lesson_id: victim.course.lesson } }
    expect(['42501', '23502']).toContain(codeOf(await rest('lesson_completions', insert)))
  })

  test('is refused if its subject is no text', async () => {
    for (const sub of [42, true, [admin.id], { id: admin.id }]) {
      const claims = JSON.parse(JSON.stringify({ sub }))
      const answer = await rest('profiles?select=*', { token: await tokenFor(admin, { claims }) })
      // PostgREST 12 says 301, and a newer one 303.
      const code = expect.stringMatching(/^PGRST30[13]$/)
      expect([answer.status, codeOf(answer)]).toEqual([401, code])
    }
  })

  test('is void if its session is another person’s, unknown, or deleted with its account', async () => {
    const person = await db.person({ role: 'ADMIN' })
    const gone = await tokenFor(person)
    await db.authService('delete from auth.users where id = $1', [person.id])
    const borrowed = await tokenFor(admin, { claims: { session_id: victim.session } })
    const invented = await tokenFor(admin, { claims: { session_id: randomUUID() } })
    const another = await tokenFor(admin, { claims: { sub: randomUUID() } })
    for (const token of [gone, borrowed, invented, another]) {
      for (const path of ['profiles?select=*', 'rpc/library', 'rpc/public_settings']) {
        const answer = await rest(path, { token })
        expect([answer.status, codeOf(answer)], path).toEqual([401, 'PT401'])
      }
      const boot = await rest('rpc/boot', { method: 'POST', token, body: {} })
      expect([boot.status, codeOf(boot)]).toEqual([401, 'PT401'])
    }
  })

  test('gives no rights and no error when it names no session', async () => {
    for (const session_id of [undefined, '', 'x', `{${randomUUID()}}`]) {
      const token = await tokenFor(admin, { claims: { session_id } })
      for (const table of tables) {
        const answer = await rest(`${table}?select=*`, { token })
        expect([answer.status, answer.body], table).toEqual([200, []])
      }
    }
  })

  test('has the role of the table, not the claimed one', async () => {
    const member = await db.person()
    const token = await tokenFor(member, {
      claims: {
        aal: 'aal2',
        user_role: 'ADMIN',
        user_metadata: { role: 'ADMIN' },
        app_metadata: { role: 'ADMIN', roles: ['ADMIN'] },
        is_super_admin: true,
      },
    })
    expect((await rest('rpc/boot', { method: 'POST', token, body: {} })).body).toMatchObject({
      account: { role: 'MEMBER' },
    })
    expect((await rest('settings?select=*', { token })).body).toEqual([])
    expect((await rest('profiles?select=id', { token })).body).toEqual([{ id: member.id }])
  })
})
