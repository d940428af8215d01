import type { ExerciseFile, Problem, RunResult } from '../run/run'
import type { Replay } from './replay'

/** The message with which a page sends a port to the document. All other messages go through the port. */
export const PAGE_START = 'rookies:page'

/** The result of the checks of a page in this browser. */
export type PageResult = RunResult | { verdict: 'UNREACHABLE' }

/** A test that gets a page of its own, because its options set the width of the page or the answers to dialogs. */
export interface OwnPage {
  /** The position of the test in the tests file. */
  at: number
  /** In pixels. */
  width?: number
  answers?: readonly unknown[]
}

/** A dialog that waits for an answer, and the number of the page's run that opened it. */
export interface Question {
  kind: 'confirm' | 'prompt'
  text: string
  /** The default text of the field. */
  initial: string
  replay: Replay
}

/** The requests of the app to the document. After `SHOW` or `CHECK`, the app only sends `PING`. */
export type PageRequest =
  | { ask: 'SHOW'; files: readonly ExerciseFile[]; replay?: Replay | undefined }
  | {
      ask: 'CHECK'
      files: readonly ExerciseFile[]
      tests: string
      time_ms: number
      /** The test to run, which needs a page of its own. Without it, all tests run that need none. */
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
  /** The text of an `alert`. The page continued without waiting. */
  | { is: 'SAID'; text: string }
  /** The page called `confirm` or `prompt` and stops. It is run again once the person has answered. */
  | { is: 'ASKED'; question: Question }
  | { is: 'RESULT'; result: RunResult; others: readonly OwnPage[] }
