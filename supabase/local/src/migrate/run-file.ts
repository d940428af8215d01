import { readFileSync } from 'node:fs'
import { type ClientBase, DatabaseError } from 'pg'
import { PlainError } from '../plain-error'
import { lineAt, type Statement, splitStatements } from './split-statements'

export type SqlFile = {
  /** Path from the project's root. */
  name: string
  text: string
  statements: Statement[]
}

/** Reads a SQL file and splits it into statements. @throws if it cannot be read */
export function readSqlFile(path: string, name: string): SqlFile {
  const text = readFileSync(path, 'utf8')
  return { name, text, statements: splitStatements(text) }
}

/**
 * Runs the statements of a file one after the other. The caller begins and ends the transaction.
 *
 * @throws PlainError that names the file, the line and the database's message
 */
export async function runStatements(client: ClientBase, file: SqlFile): Promise<void> {
  for (const statement of file.statements) {
    try {
      await client.query(statement.text)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      throw new PlainError(describe(file.name, statement, error))
    }
  }
}

function describe(name: string, statement: Statement, error: DatabaseError): string {
  // The position is a number of characters of the statement, from 1; an error at run time has none.
  const offset = error.position ? Number(error.position) - 1 : 0
  const line = statement.line + lineAt(statement.text, offset) - 1
  const code = error.code ? ` (${error.code})` : ''
  const more = [error.detail, error.hint, error.where?.split('\n')[0]].filter(Boolean)
  return [`${name}, line ${line}: ${error.message}${code}`, ...more].join('\n  ')
}
