import type { Difference } from '../../supabase/local/src/catalogue/differences'

/** One step of a migration. */
export interface Step {
  /** The statement without its semicolon. */
  sql: string
  /**
   * Statements that run first if the database refuses `sql` because an object with this name exists in another form.
   */
  first?: string
}

/** The statements of a new migration in their order, and the differences for which a person has to write statements. */
export interface Steps {
  /** Statements that add values to enums. The same transaction cannot use the new values. */
  values: string[]
  steps: Step[]
  /** A sentence for each difference that only a person who knows the data can remove. */
  byHand: string[]
}

/**
 * The kinds of objects in the order in which they can be created. Objects are dropped before others are created, except
 * functions, which are dropped last.
 */
const ORDER = ['types', 'tables', 'columns', 'functions', 'constraints', 'indexes', 'policies']

/**
 * Returns the statements that change a database to the wanted one. @param sourceOf returns the statement in the schema
 * that creates an object
 */
export function stepsFor(
  found: readonly Difference[],
  sourceOf: (thing: string) => string | undefined,
): Steps {
  const result: Steps = { values: [], steps: [], byHand: [] }
  const drops: Step[] = []
  const lastDrops: Step[] = []
  // Objects that belong to a new table can be added only after the table was created.
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

/** Returns the statement from the doctor's advice. */
const statement = (told: string | null) => told?.replace(/^Run: /, '')

/** Returns the statements that add values to an enum; null if values were removed or the order changed. */
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
