import { randomUUID } from 'node:crypto'
import { EMAIL_EXAMPLES } from '@rookies/data/testing/email-examples'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../database'

// Tests rules/accounts#address: the apps and the database use the same list.
const db = useDatabase()

describe('an email', () => {
  it.each(EMAIL_EXAMPLES)('%j can belong to an account: %s', async (address, good) => {
    expect(await db.owner('select private.is_email($1) as good', [address])).toEqual([{ good }])
  })

  it('that no account can have is refused by an invite, a list, a correction and a sign-up', async () => {
    const [admin, person] = [await db.person({ role: 'ADMIN' }), await db.person()]
    const bad = EMAIL_EXAMPLES.filter(([address, good]) => !good && address.trim() === address)
    for (const [email] of bad) {
      expect(await db.call(admin, 'create_invite', { email }), email).toMatchObject({
        code: 'PT422',
        message: 'Please enter a valid email address',
      })
      expect(await db.call(admin, 'correct_person', { user_id: person.id, email })).toMatchObject({
        code: 'PT422',
      })
      await expect(
        db.authService('insert into auth.users (id, email) values ($1, $2)', [randomUUID(), email]),
      ).rejects.toThrow(/Please enter a valid email address|value too long/)
    }
    const lines = JSON.stringify(bad.map(([email]) => ({ email })))
    const verdicts = (await db.answer(admin, 'check_invites', { lines })) as { state: string }[]
    expect(new Set(verdicts.map(({ state }) => state))).toEqual(new Set(['INVALID']))
  })

  it('of an older account is still found, granted to and signed in with', async () => {
    const [admin, person] = [await db.person({ role: 'ADMIN' }), await db.person()]
    const email = `jörg-${randomUUID()}@bücher.example`
    await db.authService('update auth.users set email = $2 where id = $1', [person.id, email])
    await db.authService('update auth.users set email_confirmed_at = now() where id = $1', [
      person.id,
    ])
    const again = await db.signedIn(person)
    expect(await db.answer(admin, 'members_by_address', { addresses: [email] })).toEqual([
      { address: email, id: person.id },
    ])
    expect(
      await db.value(again, 'select email from public.profiles where id = $1', [person.id]),
    ).toBe(email)
  })
})
