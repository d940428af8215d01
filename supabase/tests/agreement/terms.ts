import type { Action, Resource } from '@rookies/data/access/resources'
import type { Person, TestDatabase } from '../database'
import type { WireClient } from '../wire/clients'

/** The columns of the role table (rules/access#role-table). */
export const COLUMNS = ['ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER'] as const
export type Column = (typeof COLUMNS)[number]

/**
 * How the thing at hand stands to the person: own (they made it, or it is about them), assigned
 * (given to them), foreign (neither). `none`: a question about no record in particular.
 */
export type Relation = 'own' | 'assigned' | 'foreign' | 'none'

/** What a screen passes to the access control provider about a record, for the relations that have one. */
export interface About {
  record: object
  /** The course in which it lies, for what belongs to one. */
  course?: object
}

/** Where a probe is made: who asks, and another person, both with accounts. */
export interface Scene {
  db: TestDatabase
  me: Person
  other: Person
  relation: Relation
}

interface Prepared {
  about?: About
  /**
   * Does it through the client. Out: whether it really happened, seen from the owner's side. Throws
   * when answer and rows contradict each other, or when it failed for another reason than a refusal.
   */
  attempt(client: WireClient): Promise<boolean>
}

/** One right, tried out: each call of `prepare` makes rows of its own. */
export interface Probe {
  relations: readonly [Relation, ...Relation[]]
  prepare(scene: Scene): Promise<Prepared>
}

/** For what happens in the browser alone: there is nothing to attempt. */
export const SCREEN_ONLY = 'screen only'

/** A resource or an action without its probe does not compile. */
export type Probes = {
  readonly [R in Resource]: { readonly [A in Action<R>]: Probe | typeof SCREEN_ONLY }
}

/** The probes of one resource. */
export type ProbesOf<R extends Resource> = Probes[R]
