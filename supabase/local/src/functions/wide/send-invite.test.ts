import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { writeMail } from '../../../../functions/_shared/mail-content.ts'
import { defaultSchool } from '../../../../functions/_shared/school.ts'
import { inviteMail } from '../../../../functions/send-invite/invite-mail.ts'
import { freePort } from '../../free-port'
import { localAnonKey, localServiceKey } from '../../gateway/local-keys'
import type { StoredMail } from '../../mail/store'
import { type Backend, startBackend } from '../../main'
import { readJson } from '../../testing/auth-server'
import { expiredToken, forgedToken } from '../../testing/changed-token'
import { makeMigratedDataDir } from '../../testing/cluster'

// Node 20 has no WebSocket, and createClient requires one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

const folder = mkdtempSync(join(tmpdir(), 'rookies-test-'))
let backend: Backend

/** Starts the whole product with its demo people. */
beforeAll(async () => {
  backend = await startBackend({
    dataDir: await makeMigratedDataDir(folder),
    port: await freePort(),
  })
})

afterAll(async () => {
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
})

afterEach(() => vi.unstubAllGlobals())

type Name = 'admin' | 'moderator' | 'member'

async function as(name: Name): Promise<SupabaseClient> {
  const client = visitor()
  const { error } = await client.auth.signInWithPassword({
    email: `${name}@rookies.test`,
    password: 'rookies-demo',
  })
  if (error) throw error
  return client
}

const visitor = () =>
  createClient(backend.url, localAnonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

async function invite(by: SupabaseClient, courses: string[] = []) {
  const email = `${randomUUID()}@example.test`
  const { data, error } = await by.rpc('create_invite', { email, course_ids: courses })
  if (error) throw error
  return { id: String(data.id), token: String(data.token), email }
}

/** Returns the function's answer to this caller. */
const send = (by: SupabaseClient, inviteId: unknown) => call(by, { invite_id: inviteId })

async function call(by: SupabaseClient, body: object) {
  const { data, error } = await by.functions.invoke('send-invite', { body })
  if (error instanceof FunctionsHttpError) {
    const { status } = error.context
    return { status, ...(await readJson(error.context)) }
  }
  if (error) throw error
  return { status: 200, ...data }
}

/** Moves the sent mails a minute back, because the database has its own clock. */
async function aMinuteLater() {
  const db = new pg.Client(backend.databaseUrl('postgres'))
  await db.connect()
  await db.query(`update private.invite_mails set sent_at = sent_at - interval '1 minute'`)
  await db.end()
}

/** Matches the link of an invite's mail. */
const withProof = (link: string) => expect.stringMatching(new RegExp(`${link}#proof=[0-9a-f]{64}`))

async function mailsTo(email: string) {
  const answer = await fetch(`${backend.url}/_mail.json?to=${encodeURIComponent(email)}`)
  const mails: Pick<StoredMail, 'subject' | 'html' | 'text' | 'links' | 'message_id'>[] =
    JSON.parse(await answer.text())
  return mails
}

test('an invite is mailed to the invited email, with its sender, courses and link', async () => {
  const admin = await as('admin')
  const { data: courses } = await admin
    .from('courses')
    .select('id, title')
    .eq('status', 'PUBLISHED')
    .limit(1)
  const course = courses?.[0]
  const { id, token, email } = await invite(admin, [course?.id])
  expect(await send(admin, id)).toEqual({ status: 200, sent: true, email })

  const { data: me } = await admin.rpc('my_account_state')
  const [mail, ...more] = await mailsTo(email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe(`${me.name} invites you to Rookies`)
  expect(mail?.links).toContainEqual(withProof(`${backend.url}/invite/${token}`))
  expect(mail?.html).toContain(course?.title)

  // A second call sends no second mail.
  expect(await send(admin, id)).toEqual({ status: 200, sent: true, email })
  expect(await mailsTo(email)).toHaveLength(1)

  // Resending sends the same link again, after a wait.
  await admin.rpc('resend_invite', { invite_id: id })
  const soon = await send(admin, id)
  expect(soon).toEqual({
    status: 200,
    sent: false,
    for: 'ADDRESS',
    until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect(await mailsTo(email)).toHaveLength(1)
  await aMinuteLater()
  expect(await send(admin, id)).toMatchObject({ status: 200 })
  expect(await mailsTo(email)).toHaveLength(2)
})

test('only its sender and administrators may send an invite', async () => {
  const [admin, moderator, member] = [await as('admin'), await as('moderator'), await as('member')]
  const fromAdmin = await invite(admin)
  const refused = { status: 403, code: '42501', message: 'You may not send this invite.' }
  for (const who of [moderator, member, visitor()]) {
    expect(await send(who, fromAdmin.id)).toEqual(refused)
  }
  expect(await send(admin, randomUUID())).toEqual(refused)
  expect(await mailsTo(fromAdmin.email)).toEqual([])

  const fromModerator = await invite(moderator)
  expect(await send(moderator, fromModerator.id)).toMatchObject({ status: 200 })
  await aMinuteLater()
  expect(await send(admin, fromModerator.id)).toMatchObject({ status: 200 })
})

test('an invite that nobody can accept is not sent', async () => {
  const admin = await as('admin')
  const { id, email } = await invite(admin)
  await admin.rpc('cancel_invite', { invite_id: id })
  expect(await send(admin, id)).toMatchObject({ status: 409, code: 'INVITE_CLOSED' })
  expect(await mailsTo(email)).toEqual([])
})

test('an invite that no page has sent is mailed automatically', async () => {
  const { id, token, email } = await invite(await as('moderator'))
  const db = new pg.Client(backend.databaseUrl('postgres'))
  await db.connect()
  await db.query('update private.due_work set due_at = now() where subject_id = $1', [id])
  await db.end()
  await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1), 25_000)
  const [mail] = await mailsTo(email)
  expect(mail?.text).toEqual(withProof(`${backend.url}/invite/${token}`))
  expect(mail?.message_id).toMatch(/@localhost>$/)
})

test('an invalid call is refused', async () => {
  const admin = await as('admin')
  for (const nonsense of [undefined, 7, 'x', `${randomUUID()}&select=*`, 'x'.repeat(20_000)]) {
    expect(await send(admin, nonsense)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  }
  const ask = (path: string, init: RequestInit) => fetch(`${backend.url}/functions/v1${path}`, init)
  const headers = { apikey: localAnonKey }
  expect((await ask('/send-invite', { headers })).status).toBe(405)
  expect((await ask('/nowhere', { method: 'POST', headers })).status).toBe(404)
  expect((await ask('/send-invite', { method: 'POST', body: '{' })).status).toBe(401)
})

test('the mail shows names as text and keeps its subject on one line', async () => {
  const school = defaultSchool('https://rookies.example/')
  const content = inviteMail(
    {
      token: 'a-token',
      email: 'ada@example.test',
      inviter: 'Grace\r\nBcc: all@example.test <b>',
      name: 'Ada <i>',
      cohort: {
        title: 'Autumn 2026',
        startsOn: '2026-11-09',
        timeZone: 'Europe/Vienna',
        courses: ['Knots'],
      },
      courses: ['<script>alert(1)</script>', 'C & C'],
      expiresAt: '2026-11-03T09:05:00Z',
      proof: 'a1"b',
    },
    school,
  )
  const mail = await writeMail(content, school, 'a key')
  expect(mail.subject).toBe('Grace Bcc: all@example.test <b> invites you to Rookies')
  expect(mail.html).not.toMatch(/<script|<b>|<i>/)
  expect(mail.text).toContain('Hello Ada <i>,')
  expect(mail.text).toContain(
    'You are invited to join Autumn 2026. It begins on Mon 9 Nov 2026 (Europe/Vienna).',
  )
  expect(mail.text).toContain('- Knots')
  expect(mail.html).toContain('C &amp; C')
  expect(mail.html).toContain('Tue 3 Nov 2026, 09:05 UTC')
  expect(mail.html).toContain('href="https://rookies.example/invite/a-token#proof=a1%22b"')
  expect(mail.text).toContain(
    '- C & C\n\nSee the invite:\nhttps://rookies.example/invite/a-token#proof=a1%22b',
  )
  const plain = inviteMail(
    {
      token: 't',
      email: 'a@b.c',
      inviter: null,
      name: null,
      cohort: null,
      courses: [],
      expiresAt: '2026-11-03T09:05:00Z',
      proof: null,
    },
    school,
  )
  expect((await writeMail(plain, school, 'a key')).html).toContain(
    'href="https://rookies.example/invite/t"',
  )
  expect(plain.subject).toBe('You are invited to Rookies')
})

/** Loads the edge function as Deno would, with these settings, and returns its handler. */
async function deploy(settings: Record<string, string>) {
  let serve: (request: Request) => Promise<Response> = () => Promise.reject(new Error('not served'))
  vi.stubGlobal('Deno', {
    env: { get: (name: string) => settings[name] },
    serve: (handler: typeof serve) => {
      serve = handler
    },
  })
  vi.resetModules()
  await import('../../../../functions/send-invite/index.ts')
  return async (inviteId: string, token: string) => {
    const answer = await serve(
      new Request('http://localhost/send-invite', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ invite_id: inviteId }),
      }),
    )
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    return { status: answer.status, ...(await readJson(answer)) }
  }
}

test('the deployed function sends the same mail through the provider, or reports that there is none', async () => {
  const sent: unknown[] = []
  let status = 200
  const provider = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(Buffer.from(chunk))
    sent.push([req.headers.authorization, JSON.parse(Buffer.concat(chunks).toString())])
    res.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  const port = await freePort()
  await new Promise<void>((resolve) => provider.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void provider.close())

  const admin = await as('admin')
  const session = (await admin.auth.getSession()).data.session?.access_token ?? ''
  const member = await as('member')
  const { id, token, email } = await invite(admin)
  const project = {
    SUPABASE_URL: backend.url,
    SUPABASE_ANON_KEY: localAnonKey,
    SUPABASE_SERVICE_ROLE_KEY: localServiceKey,
  }
  const bare = await deploy(project)
  expect(await bare(id, session)).toMatchObject({ status: 501, code: 'NO_MAILER' })

  const secrets = {
    ...project,
    SITE_URL: 'https://rookies.example',
    RESEND_API_KEY: 'a-key',
    MAIL_FROM: 'Rookies <hello@rookies.example>',
    MAIL_API_URL: `http://127.0.0.1:${port}/emails`,
  }
  const call = await deploy(secrets)
  const others = (await member.auth.getSession()).data.session?.access_token ?? ''
  expect(await call(id, others)).toMatchObject({ status: 403 })
  for (const over of [await expiredToken(session), await forgedToken(session)]) {
    expect(await call(id, over)).toMatchObject({ status: 401 })
  }
  await member.auth.signOut()
  expect(await call(id, others)).toMatchObject({ status: 401, code: 'PT401' })
  expect(sent).toEqual([])
  expect(await call(id, session)).toEqual({ status: 200, sent: true, email })
  expect(sent).toEqual([
    [
      'Bearer a-key',
      {
        from: 'Rookies <hello@rookies.example>',
        to: [email],
        reply_to: 'support@rookies.test',
        subject: expect.stringContaining('invites you'),
        html: withProof(`https://rookies.example/invite/${token}`),
        text: withProof(`https://rookies.example/invite/${token}`),
        headers: { 'Message-ID': expect.stringMatching(/@rookies\.example>$/) },
      },
    ],
  ])
  await admin.rpc('resend_invite', { invite_id: id })
  expect(await call(id, session)).toMatchObject({ status: 200, sent: false, for: 'ADDRESS' })
  expect(sent).toHaveLength(1)
  await aMinuteLater()
  status = 500
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await call(id, session)).toMatchObject({ status: 502, code: 'MAIL_FAILED' })
  // A wrong key of the project is not the caller's fault, and no mail leaves without a proof.
  const keyless = await deploy({ ...secrets, SUPABASE_SERVICE_ROLE_KEY: localAnonKey })
  const next = await invite(admin)
  const count = sent.length
  expect(await keyless(next.id, session)).toMatchObject({ status: 502, code: 'API_FAILED' })
  expect(sent).toHaveLength(count)
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/[0-9a-f]{64}/)
})

test('only people who may read the settings get the sender of invites', async () => {
  const asked = { ask: 'sender' }
  expect(await call(await as('admin'), asked)).toEqual({
    status: 200,
    from: 'Rookies <no-reply@rookies.test>',
  })
  for (const by of [await as('moderator'), await as('member'), visitor()]) {
    expect(await call(by, asked)).toMatchObject({ status: 403 })
  }
})

test('an invite is not mailed to an email to which mail has ended, and its sender gets the reason', async () => {
  const admin = await as('admin')
  const { id, email } = await invite(admin)
  const db = new pg.Client(backend.databaseUrl('postgres'))
  await db.connect()
  await db.query(`select public.end_mail($1, 'BOUNCED', now())`, [email])
  await db.end()
  expect(await send(admin, id)).toMatchObject({ status: 409, code: 'MAIL_ENDED' })
  expect(await mailsTo(email)).toEqual([])
})

test('a mail of Auth has the name of the school that the settings have now', async () => {
  const db = new pg.Client(backend.databaseUrl('postgres'))
  await db.connect()
  const subjects = []
  for (const name of ['Harbour School', 'Rookies']) {
    await db.query('update public.settings set site_name = $1', [name])
    const email = `${randomUUID()}@example.test`
    const { error } = await visitor().auth.signUp({ email, password: 'a-long-password' })
    expect(error).toBeNull()
    subjects.push(
      ...(await mailsTo(email)).map(({ html }) => /Welcome to ([\w ]+)\./.exec(html)?.[1]),
    )
  }
  await db.end()
  expect(subjects).toEqual(['Harbour School', 'Rookies'])
})
