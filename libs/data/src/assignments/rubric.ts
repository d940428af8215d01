import type { Json } from '../database.gen'
import { boolean, list, numberOrNull, object, string, stringOrNull } from '../json'

/** A level of a criterion; the first level is the lowest. */
export interface Level {
  title: string
  /** Null: the level has no points. */
  points: number | null
  meaning: string | null
}

/** A criterion of a rubric (rules/assignments#rubric). */
export interface Criterion {
  id: string
  title: string
  /** Whether work at its lowest level cannot pass. */
  essential: boolean
  levels: Level[]
}

/** Reads a rubric, in its order. Throws DataError `MALFORMED`. */
export function parseRubric(json: Json | undefined): Criterion[] {
  return list(json).map((item) => {
    const row = object(item)
    return {
      id: string(row.id),
      title: string(row.title),
      essential: boolean(row.essential),
      levels: list(row.levels).map(parseLevel),
    }
  })
}

function parseLevel(json: Json): Level {
  const row = object(json)
  return {
    title: string(row.title),
    points: numberOrNull(row.points),
    meaning: stringOrNull(row.meaning),
  }
}
