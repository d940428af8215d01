import type pg from 'pg'
import { PARTS } from './catalogue/parts'
import type { Thing } from './catalogue/thing'
import { differs, type Finding, ok, SHOWN } from './finding'

/** The things of a database, by part. */
export type Schema = Record<string, Thing[]>

/**
 * What the migrations create: the least, on a project without default privileges, as new projects are, and
 * the most, on one with them. The two differ in the rights of service_role.
 */
export interface Plan {
  least: Schema
  most: Schema
}

/** Triggers that a hosted project may refuse; the migration says what is lost without them. */
const OPTIONAL = /^trigger rookies_(audit_login|audit_logout|audit_factor_\w+|mailbox_proved) /

/** Reads the parts of a database, and changes only the search path of the connection. */
export async function readSchema(client: pg.Client | pg.PoolClient): Promise<Schema> {
  const schema: Schema = {}
  // With an empty search path, every name includes its schema.
  await client.query(`set search_path = ''`)
  for (const [about, text] of Object.entries(PARTS)) {
    schema[about] = (await client.query<Thing>(text)).rows
  }
  return schema
}

/**
 * Returns one finding for each difference, at most `SHOWN` for each part, or an ok for a part without
 * differences.
 * @param plan what the migrations create
 */
export function compareSchemas(
  plan: Plan,
  actual: Schema,
  fileOf: (words: string) => string | undefined,
): Finding[] {
  return Object.keys(PARTS).flatMap((about) => {
    const least = byKey(plan.least[about])
    const most = byKey(plan.most[about])
    const there = byKey(actual[about])
    const cure = (statement: string | null, { source }: Thing) => {
      const file = source && fileOf(source)
      if (!file) return statement ?? ''
      const bring = `ring it back to its definition in ${file}.`
      return statement ? `${statement}; then b${bring}` : `B${bring}`
    }

    const missing = [...least].flatMap(([key, thing]) => {
      if (there.has(key) || thing.aspect !== null || OPTIONAL.test(thing.name)) return []
      return [`${thing.name} is missing. ${cure(thing.make, thing)}`]
    })
    const extra = [...there].flatMap(([key, thing]) => {
      if (most.has(key) || thing.aspect !== null || thing.drop === null) return []
      return [`${thing.name} is not expected. ${thing.drop}`]
    })
    const other = [...least].flatMap(([key, wanted]) => {
      const found = there.get(key)
      if (!found) return []
      const mend = cure(wanted.mend ?? wanted.make, wanted)
      if (found.state !== wanted.state) {
        const what = wanted.aspect === null ? wanted.name : `${wanted.aspect} of ${wanted.name}`
        return [`${what} is "${found.state}", expected "${wanted.state}". ${mend}`]
      }
      if (found.body === wanted.body) return []
      return [`${wanted.name} is not what the migrations make. ${mend}`]
    })

    const wrong = [...missing, ...extra, ...other].map((text) => differs(about, text.trim()))
    if (wrong.length === 0) {
      const whole = (actual[about] ?? []).filter(({ aspect }) => aspect === null)
      return [ok(about, whole.length > 0 ? `${whole.length} as expected` : 'none, as expected')]
    }
    const rest = wrong.length - SHOWN
    return [
      ...wrong.slice(0, SHOWN),
      ...(rest > 0 ? [differs(about, `${rest} more of this kind.`)] : []),
    ]
  })
}

const byKey = (things: readonly Thing[] = []) =>
  new Map(things.map((thing) => [`${thing.name}\n${thing.aspect ?? ''}`, thing]))
