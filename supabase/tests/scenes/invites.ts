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

    roleOf: async (person: Person) =>
      (await db.owner('select role from public.profiles where id = $1', [person.id]))[0]?.role,

    coursesOf: (person: Person) =>
      db.owner('select course_id, source from public.entitlements where user_id = $1', [person.id]),

    verify: (person: Person) =>
      db.authService('update auth.users set email_confirmed_at = now() where id = $1', [person.id]),
  }
}
