import pg from 'pg'
import type { Change } from './change-log'
import { type Compare, type Condition, readTests, type Test } from './filters'

/** The table and the filter of a subscription. */
export type Entity = { entity: number; tests: Test[] }

/** A change, and the people to check, for one role. */
export type Question = {
  change: Change
  role: string
  /** The different claims of the people, each only once. */
  people: string[]
}

/** The JSON about a change, and its recipients. */
export type Answer = { data: string; seenBy: string[] }

export type Database = {
  /** @throws DatabaseError for an invalid column or value */
  subscribe(requested: {
    schema: string
    table: string
    role: string
    conditions: Condition[]
  }): Promise<Entity[]>
  compare: Compare
  /** Checks in one round trip who may see which change; undefined for changes that nobody may see. */
  check(questions: Question[]): Promise<(Answer | undefined)[]>
  close(): Promise<void>
}

/**
 * Calls the functions of `sql/realtime.sql`.
 * @param url address for the role authenticator, which has only the rights of the roles that it takes
 */
export function connectDatabase(url: string, log: (line: string) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    idleTimeoutMillis: 30_000,
    application_name: 'realtime',
    // The search path of PostgREST, for functions without their own that policies call.
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
