import { isActionOf, isResource } from '@rookies/data/access/resources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestDatabase } from '../database'
import { type Actor, type ActorOptions, createActor } from './actors'
import { compare, EVERY_RIGHT } from './compare'
import { turnSwitches } from './switches'
import type { Standing } from './terms'

/** A person whose rights are compared. */
export interface Subject extends ActorOptions {
  name: string
  /** Settings that are changed during the tests. */
  switches?: Record<string, boolean>
  /** The column of the role table that applies; null for no rights. */
  column: Standing | null
}

/** Declares one test for each right: matrix, screen and database must agree about this person. */
export function describeAgreement(db: TestDatabase, subject: Subject): void {
  describe(subject.name, () => {
    let actor: Actor
    let other: Person
    let restore: () => Promise<unknown>

    beforeAll(async () => {
      actor = await createActor(db, subject)
      other = await db.person()
      restore = await turnSwitches(db, subject.switches ?? {})
      await actor.boot()
    })
    afterAll(() => restore())

    for (const { name, action } of EVERY_RIGHT) {
      test(`${name}: ${action}`, async () => {
        if (!isResource(name) || !isActionOf(name, action)) throw new Error('no such right')
        const { found, agreed } = await compare({
          db,
          actor,
          other,
          column: subject.column,
          resource: name,
          action,
        })
        expect(found, found.join('; ')).toEqual(agreed)
      })
    }
  })
}
