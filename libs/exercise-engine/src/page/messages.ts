import type { ExerciseFile, Problem, RunResult } from '../run/run'

/** The message with which a page sends a port to the document. All other messages go through the port. */
export const PAGE_START = 'rookies:page'

/** What a page asks of the document. After `SHOW` or `CHECK`, only `PING` follows. */
export type PageRequest =
  | { ask: 'SHOW'; files: readonly ExerciseFile[] }
  | { ask: 'CHECK'; files: readonly ExerciseFile[]; tests: string; time_ms: number }
  | { ask: 'PING' }

export type PageMessage =
  /** The document has the port. */
  | { is: 'HERE' }
  /** The learner's page has loaded. */
  | { is: 'SHOWN' }
  | { is: 'PONG' }
  /** Lines that the learner's page printed. */
  | { is: 'PRINTED'; lines: string[] }
  /** An error that the learner's page did not catch. */
  | { is: 'FAILED'; problem: Problem }
  | { is: 'RESULT'; result: RunResult }
