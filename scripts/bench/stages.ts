import pg from 'pg'
import { errorMessage } from '../../supabase/local/src/plain-error'

/** Reports the progress of the current stage, for example "12 of 57 screens". */
export type ReportProgress = (how: string) => void

export interface Stage<T> {
  what: string
  run(reportProgress: ReportProgress): T[] | Promise<T[]>
}

/** The output: a terminal, where one line is overwritten, or a file, to which lines are appended. */
interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** Milliseconds between two reports on a terminal; a file gets fewer. */
const TERMINAL_MS = 1_000
const FILE_MS = 10_000
/** Stages that take fewer seconds report no progress. */
const SILENT_SECONDS = 3

/**
 * Runs stages one after the other, and prints the current one and the progress of a long one. A stage that fails
 * prints the reason, and the others go on.
 * Returns the results of the successful stages, and a sentence about each failure.
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
      if (seconds > SILENT_SECONDS) parts.push(`${seconds} s`)
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

/** Returns the message of an error, and PostgreSQL's detail about the rows. */
function reason(error: unknown): string {
  const detail = error instanceof pg.DatabaseError && error.detail ? `. ${error.detail}` : ''
  return errorMessage(error) + detail
}
