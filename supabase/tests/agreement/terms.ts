import type { Action, Resource } from '@rookies/data/access/resources'
import type { Person, TestDatabase } from '../database'
import type { WireClient } from '../wire/clients'

/** The roles, which are the columns of the table in rules/access#role-table. */
export const COLUMNS = ['ADMIN', 'CREATOR', 'MODERATOR', 'MEMBER'] as const
export type Column = (typeof COLUMNS)[number]

/**
 * The expected rights of a person: those of a role, or COACH for a moderator who sees only the people of their cohorts
 * (rules/access#moderators-see-everybody).
 */
export type Standing = Column | 'COACH'

/**
 * The relation of a row to the person: own (created by them, or about them), assigned (given to them),
 * foreign (neither). `none` is for questions without a row.
 */
export type Relation = 'own' | 'assigned' | 'foreign' | 'none'

/** The fields of a record that a screen passes to the access control provider, by relation. */
export interface About {
  record: object
  /** The course to which the record belongs, if any. */
  course?: object
}

/** The scene of a probe: the person and another person, both with accounts. */
export interface Scene {
  db: TestDatabase
  me: Person
  other: Person
  relation: Relation
}

export interface Prepared {
  about?: About
  /**
   * Tries the act through the client, and returns whether it happened, read as the owner. Throws if the
   * answer contradicts the rows, or for another failure than a refusal.
   */
  attempt(client: WireClient): Promise<boolean>
}

/** A probe of one right; each call of `prepare` creates new rows. */
export interface Probe {
  relations: readonly [Relation, ...Relation[]]
  /** True if a person can have only one such row. The row is then made again just before each attempt. */
  replaces?: boolean
  prepare(scene: Scene): Promise<Prepared>
}

/** For rights that only the browser uses, so that there is nothing to try. */
export const SCREEN_ONLY = 'screen only'

/** The code does not compile if a resource or an action has no probe. */
export type Probes = {
  readonly [R in Resource]: { readonly [A in Action<R>]: Probe | typeof SCREEN_ONLY }
}

/** The probes of one resource. */
export type ProbesOf<R extends Resource> = Probes[R]
