import type { WireClient } from '../../wire/clients'
import type { About, Probe, Relation, Scene } from '../terms'

/**
 * One right, tried out on rows of its own. In: the relations to ask about, what makes the rows and says
 * what a screen knows of them, and the attempt on them. The attempt says whether it really happened.
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

type Relations = readonly [Relation, ...Relation[]]
export const everyRelation: Relations = ['own', 'assigned', 'foreign']
export const ownOrForeign: Relations = ['own', 'foreign']
export const noRecord: Relations = ['none']
