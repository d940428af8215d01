import pg from 'pg'
import type { Change } from './change-log'
import { type Compare, type Condition, readTests, type Test } from './filters'

/** A table that a subscription means, with its filter. */
export type Entity = { entity: number; tests: Test[] }

/** A change and who is to be asked about, for one role. */
export type Question = {
  change: Change
  role: string
  /** Claims of the people, each once. */
  people: string[]
}

/** What is sent about a change, as JSON, and to whom. */
export type Answer = { data: string; seenBy: string[] }

export type Database = {
  /** @throws DatabaseError for a column or value that will not do */
  subscribe(requested: {
    schema: string
    table: string
    role: string
    conditions: Condition[]
  }): Promise<Entity[]>
  compare: Compare
  /** Who of all those people may see what, in one round trip; undefined where none does. */
  check(questions: Question[]): Promise<(Answer | undefined)[]>
  close(): Promise<void>
}

/**
 * Asks the functions of `sql/realtime.sql`.
 * @param url address for the role authenticator, which has no rights but those that it puts on
 */
export function connectDatabase(url: string, log: (line: string) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    idleTimeoutMillis: 30_000,
    application_name: 'realtime',
    // As PostgREST has it, for functions in policies that name none.
    options: '-c search_path=public,extensions',
  })
  pool.on('error', (error) => log(`Realtime lost a database connection: ${error.message}`))

  return {
    async subscribe({ schema, table, role, conditions }) {
      const { rows } = await pool.query<{ entity: number; tests: unknown }>(
        'select entity, tests from realtime.subscribe($1, $2, $3, $4)',
        [schema, table, role, JSON.stringify(conditions)],
      )
      return rows.map(({ entity, tests }) => ({ entity: Number(entity), tests: readTests(tests) }))
    },

    async compare(type, operator, value, operands) {
      const { rows } = await pool.query<{ passed: string[] }>(
        'select realtime.passing($1, $2, $3, $4) as passed',
        [type, operator, value, operands],
      )
      return rows[0]?.passed ?? []
    },

    async check(questions) {
      const people = [...new Set(questions.flatMap((question) => question.people))]
      const numbers = new Map(people.map((claims, index) => [claims, index]))
      const changes = questions.map(({ change, role, people: asked }) => ({
        entity: change.entity,
        role,
        schema: change.schema,
        table: change.table,
        type: change.type,
        transaction: change.transaction,
        commit_timestamp: change.committedAt,
        record: change.row,
        old_record: change.oldRow,
        people: asked.map((claims) => numbers.get(claims)),
      }))
      const { rows } = await pool.query<{ change: number; data: string; seen: number[] }>({
        name: 'check',
        text: 'select change, data, seen from realtime.check_changes($1, $2)',
        values: [JSON.stringify(changes), people],
      })
      const answers: (Answer | undefined)[] = questions.map(() => undefined)
      for (const { change, data, seen } of rows) {
        answers[change] = { data, seenBy: seen.flatMap((number) => people[number] ?? []) }
      }
      return answers
    },

    close: () => pool.end(),
  }
}
