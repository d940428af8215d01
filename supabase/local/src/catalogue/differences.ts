import type { Catalogue } from './read-catalogue'
import type { Thing } from './thing'

/**
 * An object of a database, such as a table or a right, that is missing (`found` is null), unexpected (`wanted` is
 * null), or different.
 */
export type Difference = { part: string } & (
  | { wanted: Thing; found: null }
  | { wanted: null; found: Thing }
  | { wanted: Thing; found: Thing }
)

/**
 * Returns how a database differs from a wanted one, part by part: first what is missing, then what is not expected, then
 * what is another.
 * @param least what has to be there
 * @param most what may be there
 */
export function differences(least: Catalogue, most: Catalogue, actual: Catalogue): Difference[] {
  return Object.keys(least).flatMap((part) => {
    const wanted = byKey(least[part])
    const allowed = byKey(most[part])
    const there = byKey(actual[part])
    const missing = [...wanted].flatMap(([key, thing]): Difference[] =>
      there.has(key) || thing.aspect !== null ? [] : [{ part, wanted: thing, found: null }],
    )
    const extra = [...there].flatMap(([key, thing]): Difference[] =>
      allowed.has(key) || thing.aspect !== null ? [] : [{ part, wanted: null, found: thing }],
    )
    const other = [...wanted].flatMap(([key, thing]): Difference[] => {
      const found = there.get(key)
      const same = !found || (found.state === thing.state && found.body === thing.body)
      return same ? [] : [{ part, wanted: thing, found }]
    })
    return [...missing, ...extra, ...other]
  })
}

const byKey = (things: readonly Thing[] = []) =>
  new Map(things.map((thing) => [`${thing.name}\n${thing.aspect ?? ''}`, thing]))
