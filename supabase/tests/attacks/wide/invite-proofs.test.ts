import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { turnSwitches } from '../../agreement/switches'
import { type Person, useDatabase } from '../../database'
import { strangerClient } from '../../wire/clients'
import { lastMailTo, mailsTo } from '../../wire/mails'
import { promise } from '../../wire/promise'
import { type RawAnswer, raw, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'

// Mallory is staff. She makes invites, copies their links, and wants an account with another person's email, which only
// the mail of the invite opens without a confirmation (rules/invites#invite-proof).
const db = useDatabase()
const password = 'correct horse'
let admin: Person
let mallory: Person
let restore: () => Promise<unknown>

beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN' })
  mallory = await db.person({ role: 'MODERATOR' })
})
beforeEach(async () => {
  restore = await turnSwitches(db, {
    allow_registration: true,
    require_email_verification: true,
    enable_two_factor: false,
    maintenance_mode: false,
  })
})
afterEach(() => restore())

interface Sent {
  id: string
  token: string
  email: string
  /** All answers that Mallory got. */
  answers: RawAnswer[]
}

async function invite(by: Person, role = 'MEMBER'): Promise<Sent> {
  const email = `${randomUUID()}@example.test`
  const token = await tokenFor(by)
  const made = await rest('rpc/create_invite', { method: 'POST', token, body: { email, role } })
  const { id, token: inLink } = made.body as { id: string; token: string }
  return { id, token: inLink, email, answers: [made] }
}

/** Mails the invite as the page of its sender does. Returns the proof, which only the mail has. */
async function mailed(by: Person, sent: Sent): Promise<string> {
  await db.owner(
    `update private.invite_mails set sent_at = sent_at - interval '1 minute' where invite_id = $1`,
    [sent.id],
  )
  const answer = await raw('/functions/v1/send-invite', {
    method: 'POST',
    token: await tokenFor(by),
    body: { invite_id: sent.id },
  })
  expect(answer.body).toEqual({ sent: true, email: sent.email })
  sent.answers.push(answer)
  return inMail(sent)
}

async function inMail(sent: Sent): Promise<string> {
  const mail = await lastMailTo(sent.email)
  const [, proof = ''] = new RegExp(`/invite/${sent.token}#proof=([0-9a-f]{64})`).exec(mail) ?? []
  expect(proof).not.toBe('')
  return proof
}

const signUp = (email: string, data: object) =>
  raw('/auth/v1/signup', { method: 'POST', body: { email, password, data } })

const withProof = ({ email, token }: Sent, proof: unknown) =>
  signUp(email, { name: 'Nina New', invite_token: token, invite_proof: proof })

/** Returns whether an answer to a sign-up opens a session. */
const opens = ({ body }: RawAnswer) =>
  (body as { access_token?: string }).access_token !== undefined

const mails = async (email: string) => (await mailsTo(email)).length

async function accountOf(email: string) {
  const [row] = await db.owner(
    `select u.id, u.email_confirmed_at > 'epoch' as proven, p.role
     from auth.users u join public.profiles p on p.id = u.id where u.email = $1`,
    [email],
  )
  return row
}

/** Returns the columns and tables of the whole database that contain a text. */
async function placesOf(text: string): Promise<unknown[]> {
  const tables = await db.owner(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`,
  )
  const parts = tables.map(
    ({ name }) => `select '${name}' as place from ${name} t where t::text like '%${text}%'`,
  )
  return (await db.owner(parts.join(' union all '))).map(({ place }) => place)
}

test('the mail opens an account with a session, without another mail, and only once', async () => {
  const sent = await invite(mallory)
  const proof = await mailed(mallory, sent)
  const answer = await withProof(sent, proof)
  expect([answer.status, opens(answer)]).toEqual([200, true])
  expect(await accountOf(sent.email)).toMatchObject({ proven: true, role: 'MEMBER' })
  expect(await mails(sent.email)).toBe(1)
  promise('proof-in-answer', answer.text.includes(proof), { here: false, elsewhere: true })
  expect(opens(await withProof(sent, proof))).toBe(false)
})

test('two concurrent sign-ups create one account', async () => {
  const sent = await invite(admin, 'MODERATOR')
  const proof = await mailed(admin, sent)
  const answers = await Promise.all(Array.from({ length: 10 }, () => withProof(sent, proof)))
  expect(answers.filter(opens)).toHaveLength(1)
  expect(await accountOf(sent.email)).toMatchObject({ proven: true, role: 'MODERATOR' })
})

describe('without the mail, the sender', () => {
  test('gets an account that is not confirmed from the link that staff copy', async () => {
    const sent = await invite(admin, 'ADMIN')
    await mailed(admin, sent)
    const before = await mails(sent.email)
    const answer = await signUp(sent.email, { name: 'Mallory', invite_token: sent.token })
    expect([answer.status, opens(answer)]).toEqual([200, false])
    expect(await accountOf(sent.email)).toMatchObject({ proven: null, role: 'MEMBER' })
    expect(await mails(sent.email)).toBe(before + 1)
  })

  test('cannot make, read, or write a proof', async () => {
    const sent = await invite(mallory)
    for (const who of [mallory, admin]) {
      const token = await tokenFor(who)
      const make = await rest('rpc/make_invite_proof', {
        method: 'POST',
        token,
        body: { invite_id: sent.id },
      })
      expect([make.status, (make.body as { code: string }).code]).toEqual([403, '42501'])
      for (const path of [
        'invite_proofs?select=*',
        'rpc/use_invite_proof',
        'rpc/claim_due_mails',
      ]) {
        const answer = await rest(path, {
          token,
          ...(path.startsWith('rpc') && { method: 'POST', body: {} }),
        })
        expect([403, 404], path).toContain(answer.status)
      }
    }
  })

  test('does not get the proof from the function that sends the mail, with any request', async () => {
    const sent = await invite(mallory)
    const proof = await mailed(mallory, sent)
    const token = await tokenFor(mallory)
    for (const body of [
      { invite_id: sent.id },
      { invite_id: sent.id, ask: 'proof' },
      { invite_id: sent.id, to: mallory.email, email: mallory.email },
      { invite_id: sent.id, siteUrl: 'https://mallory.example' },
    ]) {
      const answer = await raw('/functions/v1/send-invite', { method: 'POST', token, body })
      expect(answer.text).not.toContain(proof)
    }
    expect(await mails(sent.email)).toBe(1)
  })

  test('finds the proof in no answer, record, job or export, nor anywhere in the database', async () => {
    const sent = await invite(mallory)
    const proof = await mailed(mallory, sent)
    expect(await placesOf(proof)).toEqual([])
    const asked: [string, object?][] = [
      ['invites?select=*'],
      ['audit_logs?select=*&order=created_at.desc&limit=200'],
      ['rpc/invite_list', { query: sent.email }],
      ['rpc/claim_invite_mail', { invite_id: sent.id }],
      ['rpc/invite_by_token', { token: sent.token }],
      ['rpc/audit_list', {}],
      ['rpc/due_work_list', { state: 'DONE' }],
      ['rpc/due_work_list', { state: 'OPEN' }],
      ['rpc/my_data', {}],
    ]
    for (const who of [mallory, admin]) {
      const token = await tokenFor(who)
      for (const [path, body] of asked) {
        const answer = await rest(path, { token, ...(body && { method: 'POST', body }) })
        expect([200, 403], `${path} ${answer.text}`).toContain(answer.status)
        sent.answers.push(answer)
      }
    }
    const token = await tokenFor(admin)
    const begun = await rest('rpc/begin_export', {
      method: 'POST',
      token,
      body: { list: 'invites', filter: { search: sent.email } },
    })
    const rows = await rest('rpc/export_rows', {
      method: 'POST',
      token,
      body: { export_id: (begun.body as { id: string }).id },
    })
    expect(rows.text).toContain(sent.email)
    const hash = await db.owner(
      `select encode(hash, 'hex') as hex, encode(hash, 'base64') as base64 from private.invite_proofs where invite_id = $1`,
      [sent.id],
    )
    for (const { text } of [...sent.answers, begun, rows]) {
      expect(text).not.toContain(proof)
      expect(text).not.toContain(String(hash[0]?.hex))
      expect(text).not.toContain(String(hash[0]?.base64))
    }
    // After a sign-up with the proof, it is stored nowhere: not in the account, the identity, the session or a record.
    expect(opens(await withProof(sent, proof))).toBe(true)
    expect(await placesOf(proof)).toEqual([])
  })
})

describe('a proof opens nothing', () => {
  test('for another email', async () => {
    const sent = await invite(mallory)
    const proof = await mailed(mallory, sent)
    const email = `${randomUUID()}@example.test`
    const other = await signUp(email, { invite_token: sent.token, invite_proof: proof })
    expect(other.status).toBe(422)
    expect(await accountOf(email)).toBeUndefined()
    const bare = await signUp(email, { invite_proof: proof })
    expect([bare.status, opens(bare)]).toEqual([200, false])
    // The refused attempts have not used the proof.
    expect(opens(await withProof(sent, proof))).toBe(true)
  })

  test('for the invite of another person, if the sender got it in their own mailbox', async () => {
    const [own, victim] = [await invite(mallory), await invite(admin, 'ADMIN')]
    const proof = await mailed(mallory, own)
    await mailed(admin, victim)
    expect(opens(await withProof(victim, proof))).toBe(false)
    expect(await accountOf(victim.email)).toMatchObject({ proven: null, role: 'MEMBER' })
  })

  test.each([
    ['at random', () => randomBytes(32).toString('hex')],
    [
      'but for one letter',
      (proof: string) => proof.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ],
    ['in upper case', (proof: string) => proof.toUpperCase()],
    ['as bytes', (proof: string) => `\\x${proof}`],
    ['in a list', (proof: string) => [proof]],
    ['as a condition', () => ({ $ne: null })],
    ['as true', () => true],
  ])('that was guessed %s', async (_name, guess: (proof: string) => unknown) => {
    const sent = await invite(mallory)
    const answer = await withProof(sent, guess(await mailed(mallory, sent)))
    expect([answer.status, opens(answer)]).toEqual([200, false])
    expect(await accountOf(sent.email)).toMatchObject({ proven: null })
  })

  test('after the invite was sent again, cancelled, or has expired', async () => {
    const token = await tokenFor(mallory)
    const call = (name: string, id: string) =>
      rest(`rpc/${name}`, { method: 'POST', token, body: { invite_id: id } })
    const resent = await invite(mallory)
    const older = await mailed(mallory, resent)
    await call('resend_invite', resent.id)
    const newer = await mailed(mallory, resent)
    expect(newer).not.toBe(older)
    const copy = await withProof(resent, older)
    expect([copy.status, opens(copy)]).toEqual([200, false])
    expect(await accountOf(resent.email)).toMatchObject({ proven: null })

    const cancelled = await invite(mallory)
    const void1 = await mailed(mallory, cancelled)
    await call('cancel_invite', cancelled.id)
    expect((await withProof(cancelled, void1)).status).toBe(422)
    const expired = await invite(mallory)
    const void2 = await mailed(mallory, expired)
    await db.owner('update public.invites set expires_at = now() where id = $1', [expired.id])
    expect((await withProof(expired, void2)).status).toBe(422)
    for (const { email } of [cancelled, expired]) expect(await accountOf(email)).toBeUndefined()
  })

  test('of an account that another person has prepared', async () => {
    const sent = await invite(mallory)
    await signUp(sent.email, { name: 'Mallory' })
    const proof = await mailed(mallory, sent)
    const answer = await withProof(sent, proof)
    expect(opens(answer)).toBe(false)
    expect(await accountOf(sent.email)).toMatchObject({ proven: null })
    expect(
      (await strangerClient().auth.signInWithPassword({ email: sent.email, password })).error?.code,
    ).toBe('email_not_confirmed')
  })

  test('if a signed-in person writes it to their metadata', async () => {
    const sent = await invite(admin, 'ADMIN')
    const proof = await mailed(admin, sent)
    const own = await invite(mallory)
    const client = strangerClient()
    const ownProof = await mailed(mallory, own)
    await client.auth.signUp({
      email: own.email,
      password,
      options: { data: { invite_token: own.token, invite_proof: ownProof } },
    })
    const { data } = await client.auth.updateUser({
      data: { invite_token: sent.token, invite_proof: proof },
    })
    expect(JSON.stringify(data)).not.toContain(proof)
    expect(await accountOf(own.email)).toMatchObject({ role: 'MEMBER' })
    expect(opens(await withProof(sent, proof))).toBe(true)
  })
})

test('opening the page of the invite does not use the proof up', async () => {
  const sent = await invite(mallory)
  const proof = await mailed(mallory, sent)
  for (let i = 0; i < 3; i += 1) {
    await raw(`/invite/${sent.token}?proof=${proof}`)
    await rest('rpc/invite_by_token', { method: 'POST', body: { token: sent.token } })
  }
  expect(opens(await withProof(sent, proof))).toBe(true)
})

test('the mail that the worker sends has a proof too', async () => {
  const sent = await invite(mallory)
  await db.owner('update private.due_work set due_at = now() where subject_id = $1', [sent.id])
  await expect.poll(() => mails(sent.email), { timeout: 30_000 }).toBe(1)
  expect(await placesOf(await inMail(sent))).toEqual([])
  expect(opens(await withProof(sent, await inMail(sent)))).toBe(true)
})
