import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'

export type Invite = { id: string; token: string; email: string }

/** Creates and redeems invites in that database. */
export function inviting(db: TestDatabase) {
  return {
    /** Returns an unused email. */
    address: () => `${randomUUID()}@example.test`,

    invite: async (by: Person, email: string, role = 'MEMBER', courses: string[] = []) =>
      (await db.value(by, 'select public.create_invite($1, $2, $3)', [
        email,
        role,
        courses,
      ])) as Invite,

    look: (token: string, who: Person | 'visitor' = 'visitor') =>
      db.value(who, 'select public.invite_by_token($1)', [token]),

    /** Signs up as Auth does, with the token in the metadata. */
    async signUp(email: string, token?: string, verified = false): Promise<Person> {
      const id = randomUUID()
      await db.authService(
        `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, case when $4 then now() end)`,
        [id, email, JSON.stringify({ name: 'New', invite_token: token }), verified],
      )
      return { id, email }
    },

    /** Returns the proof in the mail that a function of the project sends now. */
    mailed: async (invite: { id: string }) => {
      const service: Person = { id: '', email: '', claims: { role: 'service_role' } }
      return (await db.value(service, 'select public.make_invite_proof($1)', [invite.id])) as string
    },

    /**
     * Signs up as Auth does, with any metadata: it writes them with the account, copies them to the identity, and
     * writes that copy to the account once more.
     */
    async signUpWith(email: string, metadata: object): Promise<Person> {
      const id = randomUUID()
      await db.authService(
        'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)',
        [id, email, JSON.stringify(metadata)],
      )
      const identity = JSON.stringify({ ...metadata, sub: id, email })
      await db.authService(
        `insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, $3, 'email')`,
        [id, id, identity],
      )
      await db.authService('update auth.users set raw_user_meta_data = $2 where id = $1', [
        id,
        identity,
      ])
      return { id, email }
    },

    roleOf: async (person: Person) =>
      (await db.owner('select role from public.profiles where id = $1', [person.id]))[0]?.role,

    coursesOf: (person: Person) =>
      db.owner('select course_id, source from public.entitlements where user_id = $1', [person.id]),

    verify: (person: Person) =>
      db.authService('update auth.users set email_confirmed_at = now() where id = $1', [person.id]),
  }
}
