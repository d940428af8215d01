import type { ExerciseFile, Problem, RunResult } from '../run/run'
import type { Replay } from './replay'

/** The message with which a page sends a port to the document. All other messages go through the port. */
export const PAGE_START = 'rookies:page'

/** The result of the checks of a page in this browser. */
export type PageResult = RunResult | { verdict: 'UNREACHABLE' }

/** A test that needs a page of its own, because it says how wide the page is or how its dialogs are answered. */
export interface OwnPage {
  /** The position of the test in the file. */
  at: number
  /** In pixels. */
  width?: number
  answers?: readonly unknown[]
}

/** A dialog that waits for its answer, and the run of the page that has asked for it. */
export interface Question {
  kind: 'confirm' | 'prompt'
  text: string
  /** What the field has at first. */
  initial: string
  replay: Replay
}

/** What a page asks of the document. After `SHOW` or `CHECK`, only `PING` follows. */
export type PageRequest =
  | { ask: 'SHOW'; files: readonly ExerciseFile[]; replay?: Replay | undefined }
  | {
      ask: 'CHECK'
      files: readonly ExerciseFile[]
      tests: string
      time_ms: number
      /** The one test to run; otherwise all that need no page of their own. */
      own?: OwnPage
    }
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
  /** The learner's page has stored something, for the first time. */
  | { is: 'STORED' }
  /** The text of an `alert`. The page went on. */
  | { is: 'SAID'; text: string }
  /** The page stands still until it is shown again with the answer. */
  | { is: 'ASKED'; question: Question }
  | { is: 'RESULT'; result: RunResult; others: readonly OwnPage[] }
