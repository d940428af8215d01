import type { Difference } from '../../supabase/local/src/catalogue/differences'

/** One step of a migration. */
export interface Step {
  /** A statement without its semicolon. */
  sql: string
  /** Statements that have to run before it if the database refuses it because something has another form. */
  first?: string
}

/** What mends differences: the steps in the order in which they run, and what a person has to write. */
export interface Steps {
  /** New values of enums, which the transaction that adds them cannot use. */
  values: string[]
  steps: Step[]
  /** A sentence for each difference that no statement mends without knowing the data. */
  byHand: string[]
}

/** The parts in the order in which they can be made. What is dropped goes before what is made, but functions go last. */
const ORDER = ['types', 'tables', 'columns', 'functions', 'constraints', 'indexes', 'policies']

/**
 * Returns the statements that turn a database into the wanted one.
 * @param sourceOf the statement of the schema that creates a thing
 */
export function stepsFor(
  found: readonly Difference[],
  sourceOf: (thing: string) => string | undefined,
): Steps {
  const result: Steps = { values: [], steps: [], byHand: [] }
  const drops: Step[] = []
  const lastDrops: Step[] = []
  // What belongs to a new table is there once the table is.
  const first = found.some(({ part, found: there }) => part === 'tables' && !there)
  const sorted = found
    .filter((difference) => !first || ['types', 'tables'].includes(difference.part))
    .map((difference) => ({ difference, place: (ORDER.indexOf(difference.part) + 100) % 100 }))
    .sort((a, b) => a.place - b.place)
  for (const { difference } of sorted) {
    const { part, wanted, found: there } = difference
    if (wanted === null) {
      const sql = statement(there.drop)
      if (!sql || ['columns', 'types', 'tables'].includes(part)) {
        result.byHand.push(`${there.name} is not in the schema.`)
      } else (part === 'functions' ? lastDrops : drops).push({ sql })
      continue
    }
    const source = sourceOf(wanted.name)
    if (part === 'types' && there) {
      const values = addedValues(wanted.name.slice('type '.length), there.state, wanted.state)
      if (values) result.values.push(...values)
      else result.byHand.push(`${wanted.name} has other values: ${wanted.state}.`)
    } else if (part === 'columns') {
      const [, table, column] = /^column (.+)\.([^.]+)$/.exec(wanted.name) ?? []
      const fits = !/\b(identity|generated)\b/.test(wanted.state ?? '')
      if (!there && fits && /^(?!.*not null)|default /.test(wanted.state ?? '')) {
        result.steps.push({ sql: `alter table ${table} add column ${column} ${wanted.state}` })
      } else {
        const is = there ? `is "${there.state}", and the schema has` : 'is missing:'
        result.byHand.push(`${wanted.name} ${is} "${wanted.state}".`)
      }
    } else if (part === 'functions' && source) {
      const signature = wanted.name.slice('function '.length)
      result.steps.push({ sql: source, first: `drop function ${signature}` })
    } else if (part === 'policies' && source) {
      const first = there && statement(there.drop)
      result.steps.push({ sql: first ? `${first};\n${source}` : source })
    } else {
      const own = wanted.aspect === null ? source : undefined
      const first = own && there && statement(there.drop)
      const sql = own
        ? first
          ? `${first};\n${own}`
          : own
        : statement(there ? (wanted.mend ?? wanted.make) : wanted.make)
      if (sql) result.steps.push({ sql })
      else result.byHand.push(`${wanted.name} is missing or another.`)
    }
  }
  result.steps = unique([...drops, ...result.steps, ...lastDrops])
  return result
}

/** A statement of the catalogue, which the doctor tells people to run. */
const statement = (told: string | null) => told?.replace(/^Run: /, '')

/** The statements that add values to an enum; null if others are missing or the order is another. */
function addedValues(type: string, before: string | null, after: string | null): string[] | null {
  const there = before?.split(', ') ?? []
  const wanted = after?.split(', ') ?? []
  if (wanted.filter((value) => there.includes(value)).join() !== there.join()) return null
  return wanted.flatMap((value, index) => {
    if (there.includes(value)) return []
    const place = index > 0 ? `after '${wanted[index - 1]}'` : `before '${wanted[1]}'`
    return [`alter type ${type} add value '${value}' ${place}`]
  })
}

function unique(steps: readonly Step[]): Step[] {
  return [...new Map(steps.map((step) => [step.sql, step])).values()]
}
