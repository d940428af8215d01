import type { WireClient } from '../../wire/clients'
import type { About, Probe, Relation, Scene } from '../terms'

/**
 * Returns a probe of one right on new rows.
 * @param relations the relations to compare
 * @param make creates the rows, and returns what a screen knows of them
 * @param attempt tries the act, and returns whether it happened
 */
export function probe<Made>(
  relations: Probe['relations'],
  make: (scene: Scene) => Promise<Made & { about?: About }>,
  attempt: (client: WireClient, made: Made, scene: Scene) => Promise<boolean>,
): Probe {
  return {
    relations,
    async prepare(scene) {
      const made = await make(scene)
      return {
        ...(made.about && { about: made.about }),
        attempt: (client) => attempt(client, made, scene),
      }
    },
  }
}

/** Marks a probe of which a person can have only one row. */
export const replacing = (probe: Probe): Probe => ({ ...probe, replaces: true })

type Relations = readonly [Relation, ...Relation[]]
export const everyRelation: Relations = ['own', 'assigned', 'foreign']
export const ownOrForeign: Relations = ['own', 'foreign']
export const noRecord: Relations = ['none']
