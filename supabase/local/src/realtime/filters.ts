import { isObject } from '../auth/body'
import type { Payload } from './frames'

const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'] as const
type Operator = (typeof operators)[number]

/** One condition of a filter as the client sent it; the value of `in` is a SQL array. */
export type Condition = { column: string; op: Operator; value: string }

const events = ['*', 'INSERT', 'UPDATE', 'DELETE'] as const
export type ChangeEvent = (typeof events)[number]

/** One entry of `postgres_changes`; * means every schema or table. */
export type RequestedChanges = {
  event: ChangeEvent
  schema: string
  table: string
  conditions: Condition[]
}

/** A refused subscription, with the sentence for the client. */
export class RefusedChanges extends Error {}

/** Reads one entry of `postgres_changes`. @throws RefusedChanges */
export function readRequestedChanges(entry: Payload): RequestedChanges {
  const { schema, table, filter } = entry
  if ('select' in entry) {
    throw new RefusedChanges('Column selection is not offered by the embedded backend.')
  }
  const event = typeof entry.event === 'string' ? entry.event.toUpperCase() : '*'
  const requested = { event: events.find((known) => known === event) ?? '*', conditions: [] }
  if (typeof schema === 'string' && typeof table === 'string') {
    if (typeof filter === 'string') {
      return { ...requested, schema, table, conditions: readFilter(filter) }
    }
    if (filter === undefined || filter === null) return { ...requested, schema, table }
  }
  if (filter === undefined) {
    if (typeof schema === 'string' && table === undefined)
      return { ...requested, schema, table: '*' }
    if (typeof table === 'string' && schema === undefined) {
      return { ...requested, schema: 'public', table }
    }
  }
  throw new RefusedChanges(
    'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to',
  )
}

/**
 * Reads a filter such as `id=gt.5,state=in.(a,b)`: conditions that must all hold.
 * @throws RefusedChanges
 */
export function readFilter(filter: string): Condition[] {
  if (filter.trim() === '') return []
  return splitOutside(filter).map(readCondition)
}

function readCondition(text: string): Condition {
  const refuse = (reason: string) =>
    new RefusedChanges(`Error parsing \`filter\` params: ${reason}`)
  const trimmed = text.trim()
  if (trimmed === '') {
    throw refuse('filter must not contain empty segments (check for extra commas)')
  }
  const [, column, name, value] = /^([^=]+)=([^.]*)\.([\s\S]*)$/.exec(trimmed) ?? []
  const op = operators.find((known) => known === name)
  if (!column || value === undefined || !op || value.includes('\0')) {
    throw refuse(JSON.stringify(name === undefined ? [trimmed] : [name, value]))
  }
  if (op !== 'in') return { column, op, value: unquote(value) }
  if (!/^\([\s\S]*\)$/.test(value)) throw refuse('`in` filter value must be wrapped by parentheses')
  return { column, op, value: `{${value.slice(1, -1)}}` }
}

/** Splits at the commas outside of quotes and parentheses. */
function splitOutside(filter: string): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let quoted = false
  for (let at = 0; at < filter.length; at += 1) {
    const char = filter.charAt(at)
    if (quoted && char === '\\') {
      part += char + filter.charAt(at + 1)
      at += 1
      continue
    }
    if (quoted) quoted = char !== '"'
    else if (char === '"') quoted = '.(,'.includes(filter.charAt(at - 1) || '=')
    else if (char === '(') depth += 1
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (char === ',' && depth === 0) {
      parts.push(part)
      part = ''
      continue
    }
    part += char
  }
  return [...parts, part]
}

function unquote(value: string): string {
  const inner = /^"((?:[^"\\]|\\[\s\S])*)"$/.exec(value)?.[1]
  return inner === undefined ? value : inner.replace(/\\([\s\S])/g, '$1')
}

/** A condition whose values the database has normalized. */
export type Test = {
  column: string
  op: Operator
  operands: string[]
  /** The oid of the column's type. */
  type: number
  /** Whether equal values of the type always have the same text. */
  exact: boolean
}

/** A row of the log with the text of each value; null stands for SQL's null, and unlogged values are missing. */
export type Row = Record<string, string | null | undefined>

/** Compares values of a type: returns the `operands` for which `value operator operand` is true. */
export type Compare = (
  type: number,
  operator: string,
  value: string,
  operands: string[],
) => Promise<string[]>

const symbols = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=', in: '=' }

/** Whether a row passes every test. A null or missing value passes none. */
export async function passes(row: Row, tests: Test[], compare: Compare): Promise<boolean> {
  for (const test of tests) {
    const value = row[test.column]
    if (value === undefined || value === null) return false
    const holds = passesHere(value, test)
    if (holds === false) return false
    if (holds === undefined) {
      const passed = await compare(test.type, symbols[test.op], value, test.operands)
      if (passed.length === 0) return false
    }
  }
  return true
}

/** Decides `passes` without the database; undefined if the database has to compare. */
export function passesAtOnce(row: Row, tests: Test[]): boolean | undefined {
  let unknown = false
  for (const test of tests) {
    const value = row[test.column]
    if (value === undefined || value === null) return false
    const holds = passesHere(value, test)
    if (holds === false) return false
    unknown ||= holds === undefined
  }
  return unknown ? undefined : true
}

function passesHere(value: string, { op, operands, exact }: Test): boolean | undefined {
  if (!exact) return undefined
  if (op === 'eq' || op === 'in') return operands.includes(value)
  return op === 'neq' ? !operands.includes(value) : undefined
}

/** Reads the database's answer about a filter. @throws Error if it has another form */
export function readTests(value: unknown): Test[] {
  if (!Array.isArray(value)) throw new Error('not a list of tests')
  return value.map((test: unknown) => {
    if (!isObject(test)) throw new Error('not a test')
    const op = operators.find((known) => known === test.op)
    const operands = Array.isArray(test.operands) ? test.operands.map(String) : []
    if (!op) throw new Error('not a test')
    const { column, type, exact } = test
    return { column: String(column), op, operands, type: Number(type), exact: exact === true }
  })
}
