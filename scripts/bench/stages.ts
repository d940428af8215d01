import pg from 'pg'
import { errorMessage } from '../../supabase/local/src/plain-error'

/** Reports how far the current stage is, for example "12 of 57 screens". */
export type ReportProgress = (how: string) => void

export interface Stage<T> {
  what: string
  run(reportProgress: ReportProgress): T[] | Promise<T[]>
}

/** A terminal, on which one line is overwritten, or a file, to which lines are appended. */
interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** A terminal gets a report each second, a file less often. */
const TERMINAL_MS = 1_000
const FILE_MS = 10_000
/** Stages that take fewer seconds than this report nothing. */
const SHORT = 3

/**
 * Runs stages one after the other and prints the current one; a longer stage also prints how far it is. A stage that
 * fails prints why, and the others go on.
 * Returns the results of the other stages, and a sentence about each failure.
 */
export async function runStages<T>(
  stages: readonly Stage<T>[],
  output: Output,
): Promise<{ results: T[]; failures: string[] }> {
  const results: T[] = []
  const failures: string[] = []
  for (const [index, { what, run }] of stages.entries()) {
    let how = ''
    const began = performance.now()
    const where = () => `${index + 1} of ${stages.length}: ${what}${how && `, ${how}`}`
    const say = () => {
      const seconds = Math.round((performance.now() - began) / 1000)
      const parts = [where()]
      if (seconds > SHORT) parts.push(`${seconds} s`)
      const line = parts.join(', ')
      output.write(output.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
    }
    say()
    const timer = setInterval(say, output.isTTY ? TERMINAL_MS : FILE_MS)
    try {
      const reportProgress = (words: string) => {
        how = words
      }
      results.push(...(await run(reportProgress)))
      if (output.isTTY) output.write('\r\x1b[K')
    } catch (error) {
      const failure = `${where()}: ${reason(error)}`
      failures.push(failure)
      output.write(`${output.isTTY ? '\r\x1b[K' : ''}${failure}\n`)
    } finally {
      clearInterval(timer)
    }
  }
  return { results, failures }
}

/** Returns an error's message, with the rows that PostgreSQL names. */
function reason(error: unknown): string {
  const detail = error instanceof pg.DatabaseError && error.detail ? `. ${error.detail}` : ''
  return errorMessage(error) + detail
}
