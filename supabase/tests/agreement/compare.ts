import { type Action, RESOURCES, type Resource } from '@rookies/data/access/resources'
import type { Person, TestDatabase } from '../database'
import { runConcurrently } from '../together'
import type { Actor } from './actors'
import { expected } from './matrix'
import { PROBES } from './probes'
import { type Prepared, type Relation, SCREEN_ONLY, type Standing } from './terms'

/** The answers of all sources to one question. `database` is missing if there is nothing to try. */
interface Answers {
  relation: Relation
  matrix: boolean
  screen: boolean
  database?: boolean
}

/** A relation with the rows on which a right is tried. */
export type Try = { relation: Relation } & Partial<Prepared>

/** The findings, and the findings that the matrix expects from all sources. */
export interface Findings {
  found: string[]
  agreed: string[]
}

export interface Question<R extends Resource> {
  db: TestDatabase
  actor: Actor
  /** Another person, as the owner of foreign rows. */
  other: Person
  /** The role whose rights the person has by rules/access#role-table, or COACH; null for no rights. */
  column: Standing | null
  resource: R
  action: Action<R>
  /** The relations to compare; by default, all of the probe. */
  relations?: readonly Relation[]
}

/** Compares the matrix, the screen and the database for one right, once for each relation. */
export async function compare<R extends Resource>(
  question: Question<R>,
  tries: Promise<Try[]> | Try[] = prepare(question),
): Promise<Findings> {
  const answers = await ask(question, await tries)
  return {
    found: answers.map(inWords),
    agreed: answers.map(({ relation, matrix, database }) =>
      inWords({
        relation,
        matrix,
        screen: matrix,
        database: database === undefined ? undefined : matrix,
      }),
    ),
  }
}

/** The relations that are compared for a right. */
export function relationsOf<R extends Resource>(
  resource: R,
  action: Action<R>,
): readonly Relation[] {
  const probe = PROBES[resource][action]
  return probe === SCREEN_ONLY ? ['none'] : probe.relations
}

/** Whether the rows of a right can be created long before the attempts. */
export function canPrepare<R extends Resource>(resource: R, action: Action<R>): boolean {
  const probe = PROBES[resource][action]
  return probe !== SCREEN_ONLY && !probe.replaces
}

/** Creates the rows on which a right is tried. */
export function prepare<R extends Resource>(question: Question<R>): Promise<Try[]> {
  const { db, actor, other, resource, action } = question
  const probe = PROBES[resource][action]
  const relations = question.relations ?? relationsOf(resource, action)
  return Promise.all(
    relations.map(async (relation) => ({
      relation,
      ...(probe !== SCREEN_ONLY && (await probe.prepare({ db, me: actor.me, other, relation }))),
    })),
  )
}

/** Creates the rows of many rights with few statements. */
export async function prepareTogether<T>(
  db: TestDatabase,
  makes: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const made = await runConcurrently(makes)
  // The new cohorts are stored as checked today. Otherwise a worker would look for people who have fallen behind in
  // them, and the tests would wait for its locks.
  await db.owner(
    `with looked as (
       insert into private.behind_looks (cohort_id, looked_on)
       select c.id, private.local_day(now(), c.time_zone) from public.cohorts c on conflict do nothing)
     delete from private.due_work where kind = 'behind' and done_at is null and due_at <= now()`,
  )
  return made
}

/**
 * Creates the rows for an action that no screen asks about. Returns a function that tries the action and returns
 * whether it happened; null if there is nothing to try.
 */
export async function prepareAttempt<R extends Resource>(
  question: Omit<Question<R>, 'column' | 'relations'>,
  relation: Relation,
): Promise<(() => Promise<boolean>) | null> {
  const { db, actor, other, resource, action } = question
  const probe = PROBES[resource][action]
  if (probe === SCREEN_ONLY) return null
  const make = () => probe.prepare({ db, me: actor.me, other, relation })
  const made = probe.replaces ? undefined : await make()
  return async () => (made ?? (await make())).attempt(actor.client)
}

function ask<R extends Resource>(
  { actor, column, resource, action }: Question<R>,
  tries: readonly Try[],
): Promise<Answers[]> {
  return Promise.all(
    tries.map(async ({ relation, about, attempt }) => ({
      relation,
      matrix: expected(column, resource, action, relation),
      screen: await actor.screen(resource, action, relation, about),
      database: await attempt?.(actor.client),
    })),
  )
}

function inWords({ relation, matrix, screen, database }: Answers): string {
  const word = (yes: boolean) => (yes ? 'yes' : 'no')
  const did = database === undefined ? '' : `, database ${word(database)}`
  return `${relation}: decisions ${word(matrix)}, screen ${word(screen)}${did}`
}

/** All rights. */
export const EVERY_RIGHT = Object.entries(RESOURCES).flatMap(([name, actions]) =>
  actions.map((action) => ({ name, action })),
)
