import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { inviting } from '../scenes/invites'

// A sign-up by the link in the mail of an invite confirms the email; the link that staff copy does not
// (rules/invites#invite-proof).
const db = useDatabase()
const { address, invite, look, mailed, signUp, signUpWith, roleOf, coursesOf } = inviting(db)

/** Signs up from the link in the mail. */
const fromMail = (email: string, token: string, proof: unknown, name = 'Nina New') =>
  signUpWith(email, { name, invite_token: token, invite_proof: proof })

/** Returns whether the email of an account counts as confirmed. */
async function emailOf({ id }: Person): Promise<'proven' | 'confirmed' | 'unconfirmed'> {
  const [row] = await db.owner(
    `select case when email_confirmed_at > 'epoch' then 'proven' when email_confirmed_at is not null then 'confirmed'
       else 'unconfirmed' end as state from auth.users where id = $1`,
    [id],
  )
  return row?.state as 'proven'
}

const proofsOf = (sent: { id: string }) =>
  db.owner('select * from private.invite_proofs where invite_id = $1', [sent.id])

const attempt = (work: Promise<Person>) =>
  work.then(emailOf, (error: Error & { code?: string }) => error.message)

describe('signing up from the mail', () => {
  test('confirms the email, gives courses and role at once, and uses the proof', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const sent = await invite(admin, address(), 'MODERATOR', [course.id])
    const proof = await mailed(sent)
    expect(proof).toMatch(/^[0-9a-f]{64}$/)
    const nina = await fromMail(sent.email.toUpperCase(), sent.token, proof)
    expect(await emailOf(nina)).toBe('proven')
    expect(await roleOf(nina)).toBe('MODERATOR')
    expect(await coursesOf(nina)).toEqual([{ course_id: course.id, source: 'INVITE' }])
    expect(await look(sent.token)).toEqual({ state: 'REDEEMED' })
    expect(await proofsOf(sent)).toEqual([])
    // A session with the password that she chose has everything that requires a confirmed email.
    const other = await invite(admin, sent.email)
    const signedIn = await db.signedIn(nina)
    expect(await db.value(signedIn, 'select public.my_open_invite()')).toMatchObject({
      token: other.token,
    })
  })

  test('confirms the email also while verification is not required', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address(), 'CREATOR')
    const proof = await mailed(sent)
    await db.withSettings({ require_email_verification: false }, async () => {
      const nina = await fromMail(sent.email, sent.token, proof)
      expect(await emailOf(nina)).toBe('proven')
      expect(await roleOf(nina)).toBe('CREATOR')
    })
  })

  test('leaves no proof in the account, not even if the person writes it there', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address())
    const proof = await mailed(sent)
    const nina = await fromMail(sent.email, sent.token, proof)
    const stored = () =>
      db.owner(
        `select u.raw_user_meta_data as account, i.identity_data as identity
         from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1`,
        [nina.id],
      )
    const kept = { name: 'Nina New', invite_token: sent.token, sub: nina.id, email: sent.email }
    expect(await stored()).toEqual([{ account: kept, identity: kept }])
    for (const value of ['null', '{}', JSON.stringify(proof)]) {
      await db.authService(
        `update auth.users set raw_user_meta_data = raw_user_meta_data || jsonb_build_object('invite_proof', $2::jsonb) where id = $1`,
        [nina.id, value],
      )
      expect(await stored()).toEqual([{ account: kept, identity: kept }])
    }
  })

  test('does not use the proof if the sign-up is refused', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address())
    const proof = await mailed(sent)
    await expect(fromMail(sent.email, sent.token, proof, 'x'.repeat(101))).rejects.toMatchObject({
      hint: 'NAME_LENGTH',
    })
    await expect(fromMail(address(), sent.token, proof)).rejects.toMatchObject({
      hint: 'INVITE_OTHER_ADDRESS',
    })
    expect(await emailOf(await fromMail(sent.email, sent.token, proof))).toBe('proven')
  })

  test('works for one of many who try at the same time', async () => {
    const email = `abcdefgh-${address()}`
    const sent = await invite(await db.person({ role: 'ADMIN' }), email)
    const proof = await mailed(sent)
    // Each request spells the email differently, so that the proof, and not the unique index, lets only one succeed.
    const ends = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        attempt(fromMail(`${email.slice(0, i).toUpperCase()}${email.slice(i)}`, sent.token, proof)),
      ),
    )
    expect(ends.sort()).toEqual([
      ...Array.from({ length: 7 }, () => 'This invite has already been used.'),
      'proven',
    ])
  })
})

describe('a proof', () => {
  test('is not in the link that staff copy', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address(), 'MODERATOR')
    await mailed(sent)
    const mallory = await signUp(sent.email, sent.token)
    expect(await emailOf(mallory)).toBe('unconfirmed')
    expect(await roleOf(mallory)).toBe('MEMBER')
  })

  test.each([
    ['a guess', () => randomBytes(32).toString('hex')],
    ['an empty text', () => ''],
    ['null', () => null],
    ['true', () => true],
    ['a pattern', () => '%'],
    ['a piece of SQL', (proof: string) => `${proof}' or true --`],
    ['the proof in upper case', (proof: string) => proof.toUpperCase()],
    ['the first half of the proof', (proof: string) => proof.slice(0, 32)],
    ['the proof twice', (proof: string) => proof + proof],
    ['a list with the proof', (proof: string) => [proof]],
    ['an object with the proof', (proof: string) => ({ invite_proof: proof })],
  ])('is not replaced by %s', async (_name, change: (proof: string) => unknown) => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address())
    const proof = await mailed(sent)
    expect(await emailOf(await fromMail(sent.email, sent.token, change(proof)))).toBe('unconfirmed')
  })

  test('is not its own hash', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address())
    const proof = await mailed(sent)
    const [row] = await proofsOf(sent)
    const hash = Buffer.from(row?.hash as Uint8Array).toString('hex')
    expect(hash).toHaveLength(64)
    expect(hash).not.toBe(proof)
    expect(await emailOf(await fromMail(sent.email, sent.token, hash))).toBe('unconfirmed')
  })

  test('is valid only for its invite', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const email = address()
    const [first, second] = [
      await invite(admin, email, 'MEMBER'),
      await invite(admin, email, 'MODERATOR'),
    ]
    // Invites that are sent again together end at the same moment.
    await db.owner(
      `update public.invites set expires_at = now() + interval '1 day' where email = $1`,
      [email],
    )
    const [proof] = [await mailed(first), await mailed(second)]
    const nina = await fromMail(email, second.token, proof)
    expect(await emailOf(nina)).toBe('unconfirmed')
    expect(await roleOf(nina)).toBe('MEMBER')
    expect(await proofsOf(first)).toHaveLength(1)
  })

  test('is ignored without the token of its invite', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address())
    const proof = await mailed(sent)
    expect(await emailOf(await signUpWith(sent.email, { invite_proof: proof }))).toBe('unconfirmed')
  })

  test('works once, even after the account is deleted', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address())
    const proof = await mailed(sent)
    const nina = await fromMail(sent.email, sent.token, proof)
    // The email is spelled differently, so that the unique index does not refuse it.
    await expect(fromMail(sent.email.toUpperCase(), sent.token, proof)).rejects.toMatchObject({
      hint: 'INVITE_REDEEMED',
    })
    await db.authService('delete from auth.users where id = $1', [nina.id])
    await expect(fromMail(sent.email, sent.token, proof)).rejects.toMatchObject({ code: 'PT422' })
  })

  test('is replaced by the next mail', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address())
    const [older, newer] = [await mailed(sent), await mailed(sent)]
    expect(newer).not.toBe(older)
    expect(await proofsOf(sent)).toHaveLength(1)
    const [copy, second] = [sent, await invite(await db.person({ role: 'ADMIN' }), address())]
    expect(await emailOf(await fromMail(copy.email, copy.token, older))).toBe('unconfirmed')
    const [, last] = [await mailed(second), await mailed(second)]
    expect(await emailOf(await fromMail(second.email, second.token, last))).toBe('proven')
  })

  test.each([
    ['one by one', 'resend_invite', (id: string) => ({ invite_id: id })],
    [
      'with others',
      'change_invites',
      (id: string) => ({
        operation_id: crypto.randomUUID(),
        piece: 0,
        act: 'resend',
        invite_ids: [id],
      }),
    ],
  ])('ends when the invite is sent again %s, before its mail', async (_name, call, args) => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = await invite(admin, address())
    const proof = await mailed(sent)
    await db.answer(admin, call, args(sent.id))
    expect(await emailOf(await fromMail(sent.email, sent.token, proof))).toBe('unconfirmed')
  })

  test('ends when the invite is cancelled', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = await invite(admin, address())
    const proof = await mailed(sent)
    await db.answer(admin, 'cancel_invite', { invite_id: sent.id })
    await expect(fromMail(sent.email, sent.token, proof)).rejects.toMatchObject({
      hint: 'INVITE_CANCELLED',
    })
  })

  test('ends when the invite expires, even if the invite is then sent again', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const sent = await invite(admin, address())
    await db.owner(
      `update public.invites set expires_at = now() + interval '1 second' where id = $1`,
      [sent.id],
    )
    const proof = await mailed(sent)
    await db.owner('update public.invites set expires_at = now() where id = $1', [sent.id])
    await expect(fromMail(sent.email, sent.token, proof)).rejects.toMatchObject({
      hint: 'INVITE_EXPIRED',
    })
    await db.answer(admin, 'resend_invite', { invite_id: sent.id })
    expect(await emailOf(await fromMail(sent.email, sent.token, proof))).toBe('unconfirmed')
  })

  test('ends when the invite is redeemed without the proof, even if the invite is usable again later', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address())
    const proof = await mailed(sent)
    const mallory = await signUp(sent.email, sent.token)
    await db.authService('delete from auth.users where id = $1', [mallory.id])
    expect(await look(sent.token)).toMatchObject({ state: 'ACTIVE' })
    expect(await emailOf(await fromMail(sent.email, sent.token, proof))).toBe('unconfirmed')
  })

  test('does not count if the sender can no longer invite', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const sent = await invite(moderator, address())
    const proof = await mailed(sent)
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [moderator.id])
    expect(await emailOf(await fromMail(sent.email, sent.token, proof))).toBe('unconfirmed')
  })

  test('changes no account that exists', async () => {
    const sent = await invite(await db.person({ role: 'ADMIN' }), address())
    const mallory = await signUpWith(sent.email, { name: 'Mallory' })
    const proof = await mailed(sent)
    await db.authService(
      `update auth.users set raw_user_meta_data = $2, updated_at = now() where id = $1`,
      [mallory.id, JSON.stringify({ invite_token: sent.token, invite_proof: proof })],
    )
    expect(await emailOf(mallory)).toBe('unconfirmed')
    expect(await look(sent.token)).toMatchObject({ state: 'ACTIVE' })
    expect(await proofsOf(sent)).toHaveLength(1)
  })

  test('is made only for functions of the project, and only for open invites', async () => {
    const [admin, moderator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const sent = await invite(moderator, address())
    const service: Person = { id: '', email: '', claims: { role: 'service_role' } }
    for (const who of [admin, moderator, await db.person(), 'visitor'] as const) {
      expect((await db.as(who, 'select public.make_invite_proof($1)', [sent.id])).code).toBe(
        '42501',
      )
    }
    const forged = `insert into private.invite_proofs select id, expires_at, sha256('x') from public.invites`
    for (const who of [admin, moderator, service, 'visitor'] as const) {
      for (const sql of ['select * from private.invite_proofs', forged]) {
        expect((await db.as(who, sql)).code, sql).toBe('42501')
      }
    }
    expect(await proofsOf(sent)).toEqual([])
    await db.answer(admin, 'cancel_invite', { invite_id: sent.id })
    expect(await mailed(sent)).toBeNull()
    expect(await mailed({ id: crypto.randomUUID() })).toBeNull()
    expect(await proofsOf(sent)).toEqual([])
  })
})

describe('the slug of the course of an invite', () => {
  test('is returned if the invite has exactly one course that the person can open', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [one, two] = [await db.course(), await db.course()]
    const opens = async (courses: string[]) =>
      (
        (await look((await invite(admin, address(), 'MEMBER', courses)).token)) as {
          opens: unknown
        }
      ).opens
    expect(await opens([one.id])).toBe(one.slug)
    expect(await opens([one.id, two.id])).toBeNull()
    expect(await opens([])).toBeNull()
    await db.owner(`update public.courses set status = 'DRAFT' where id = $1`, [two.id])
    expect(await opens([two.id])).toBeNull()
    expect(await opens([one.id, two.id])).toBeNull()
  })
})
