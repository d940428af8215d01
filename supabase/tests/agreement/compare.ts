import { type Action, RESOURCES, type Resource } from '@rookies/data/access/resources'
import type { Person, TestDatabase } from '../database'
import type { Actor } from './actors'
import { expected } from './matrix'
import { PROBES } from './probes'
import { type Column, type Relation, SCREEN_ONLY } from './terms'

/** One question with its answers; without `database` where there is nothing to attempt. */
export interface Finding {
  relation: Relation
  matrix: boolean
  screen: boolean
  database?: boolean
}

export interface Question<R extends Resource> {
  db: TestDatabase
  actor: Actor
  /** Somebody else, whose things are foreign. */
  other: Person
  /** The column of the table that the person has, null for nothing. */
  column: Column | null
  resource: R
  action: Action<R>
  /** Only these; all that the probe has when left out. */
  relations?: readonly Relation[]
}

/** Asks matrix, screen and database about one right, once for each relation that its probe has. */
export async function compare<R extends Resource>(question: Question<R>): Promise<Finding[]> {
  const { db, actor, other, column, resource, action, relations } = question
  const probe = PROBES[resource][action]
  if (probe === SCREEN_ONLY) {
    const screen = await actor.screen(resource, action, 'none', undefined)
    return [{ relation: 'none', matrix: expected(column, resource, action, 'none'), screen }]
  }
  const findings: Finding[] = []
  for (const relation of relations ?? probe.relations) {
    const { about, attempt } = await probe.prepare({ db, me: actor.me, other, relation })
    findings.push({
      relation,
      matrix: expected(column, resource, action, relation),
      screen: await actor.screen(resource, action, relation, about),
      database: await attempt(actor.client),
    })
  }
  return findings
}

/** The same findings as they would be if everybody agreed with the matrix. */
export function agreed(findings: Finding[]): Finding[] {
  return findings.map(({ relation, matrix, database }) => ({
    relation,
    matrix,
    screen: matrix,
    ...(database !== undefined && { database: matrix }),
  }))
}

/** Every right there is. */
export const EVERY_RIGHT = Object.entries(RESOURCES).flatMap(([name, actions]) =>
  actions.map((action) => ({ name, action })),
)
