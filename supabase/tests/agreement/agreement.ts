import { isActionOf, isResource } from '@rookies/data/access/resources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestDatabase } from '../database'
import { type Actor, type ActorOptions, createActor } from './actors'
import {
  canPrepare,
  compare,
  EVERY_RIGHT,
  prepare,
  prepareTogether,
  relationsOf,
  type Try,
} from './compare'
import { turnSwitches } from './switches'
import type { Relation, Standing } from './terms'

/** A person whose rights are compared. */
export interface Subject extends ActorOptions {
  name: string
  /** Settings that are changed during the tests. */
  switches?: Record<string, boolean>
  /** The role whose rights the person has in the table of rules/access#role-table, or COACH; null for no rights. */
  column: Standing | null
  /** The relations that are compared; all by default. */
  relations?: readonly Relation[]
}

/**
 * Declares a test for each right: the matrix, the screen and the database must give the same answer about this person.
 */
export function describeAgreement(db: TestDatabase, subject: Subject): void {
  describe(subject.name, () => {
    let actor: Actor
    let other: Person
    let restore: () => Promise<unknown>
    let tries: Promise<Map<string, Try[]>> | undefined

    const rights = EVERY_RIGHT.flatMap(({ name, action }) => {
      if (!isResource(name) || !isActionOf(name, action)) throw new Error('no such right')
      const relations = relationsOf(name, action).filter(
        (relation) => subject.relations?.includes(relation) ?? true,
      )
      const title = `${name}: ${action}`
      const question = () => ({
        ...{ db, actor, other, column: subject.column, resource: name, action, relations },
      })
      return relations.length > 0 ? [{ title, name, action, question }] : []
    })

    beforeAll(async () => {
      actor = await createActor(db, subject)
      other = await db.person()
      restore = await turnSwitches(db, subject.switches ?? {})
      await actor.boot()
    })
    afterAll(() => restore())

    /** Creates the rows that the tests with these names need. */
    const prepareAll = async (titles: readonly string[]) =>
      new Map(
        await prepareTogether(
          db,
          rights
            .filter(({ title, name, action }) => titles.includes(title) && canPrepare(name, action))
            .map(
              ({ title, question }) =>
                async (): Promise<[string, Try[]]> => [title, await prepare(question())],
            ),
        ),
      )

    for (const { title, question } of rights) {
      test(title, async ({ task }) => {
        // Only some of the tests may be selected.
        const asked = task.suite?.tasks.filter(({ mode }) => mode === 'run') ?? []
        tries ??= prepareAll(asked.map(({ name }) => name))
        const { found, agreed } = await compare(question(), (await tries).get(title))
        expect(found, found.join('; ')).toEqual(agreed)
      })
    }
  })
}
