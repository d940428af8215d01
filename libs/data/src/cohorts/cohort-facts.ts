import type { Json } from '../database.gen'
import { object, string } from '../json'

/** The facts about a cohort that answers about people and their access contain. */
export interface CohortFacts {
  id: string
  title: string
  time_zone: string
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseCohortFacts(json: Json): CohortFacts {
  const { id, title, time_zone } = object(json)
  return {
    id: string(id),
    title: string(title),
    time_zone: string(time_zone),
  }
}
