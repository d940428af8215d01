import { expect } from 'vitest'
import type { Person, TestDatabase } from '../database'
import { courseTree } from '../wire/course-trees'
import { codeOf, type RawRequest, rest } from '../wire/rest'
import { tokenFor } from '../wire/tokens'

/** A person without any right to the victim's rows. */
export interface Attacker {
  name: string
  /** Undefined for a visitor. */
  token: string | undefined
}

export const stranger: Attacker = { name: 'a stranger', token: undefined }

/** Creates a person with an account and no other rights. */
export async function member(db: TestDatabase): Promise<Attacker & { person: Person }> {
  const person = await db.person({ name: 'Mallory' })
  return { name: 'a member', person, token: await tokenFor(person) }
}

/** Creates a member with a course, a community and a post of their own. */
export async function neighbour(db: TestDatabase): Promise<Attacker> {
  const person = await db.person({ name: 'Nadia' })
  const { course, lesson } = await courseTree(db, { by: await db.person(), entitled: [person] })
  await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
    person.id,
    lesson,
  ])
  const [community] = await db.owner(
    `insert into public.communities (name, slug, access_type, course_id) values ('Neighbours', $1, 'COURSE', $2) returning id`,
    [`n-${course}`, course],
  )
  await db.owner('insert into public.community_members (community_id, user_id) values ($1, $2)', [
    community?.id,
    person.id,
  ])
  return { name: 'another member', token: await tokenFor(person) }
}

/** Creates a demoted administrator whose session at aal2 continues. */
export async function demotedAdmin(
  db: TestDatabase,
): Promise<Attacker & { person: Person; demote(): Promise<unknown> }> {
  const person = await db.person({ role: 'ADMIN', name: 'Dora' })
  return {
    name: 'a demoted administrator with a live token',
    person,
    token: await tokenFor(person, {
      claims: { aal: 'aal2', user_metadata: { role: 'ADMIN' }, app_metadata: { role: 'ADMIN' } },
    }),
    demote: () => db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [person.id]),
  }
}

/** The codes for a missing right, and for a column that only the database sets. */
const REFUSALS = ['42501', '428C9']

/** Sends the request as each attacker, and expects a refusal or no changed row. */
export async function expectRefused(
  path: string,
  request: RawRequest,
  people: readonly Attacker[],
): Promise<void> {
  for (const { name, token } of people) {
    const answer = await rest(path, {
      ...request,
      token,
      headers: { prefer: 'return=representation', ...request.headers },
    })
    const what = `${name}: ${request.method} ${path} ${JSON.stringify(request.body)} → ${answer.text}`
    if (answer.status < 300) expect(answer.body, what).toEqual([])
    else expect(REFUSALS, what).toContain(codeOf(answer))
  }
}
