import type { RunInput, RunResult } from '../run/run'

/** The message with which a page hands the document its end of a channel. All others go through the channel. */
export const START = 'rookies:runner'

/** A page asks for one run at a time, after `READY`. */
export interface RunMessage {
  input: RunInput
}

export type RunnerMessage =
  /** The document has its port. The engine starts. */
  | { is: 'HERE' }
  /** An engine that has run nothing yet waits for a run. */
  | { is: 'READY' }
  /** The browser does not start the engine. */
  | { is: 'BROKEN' }
  | { is: 'RESULT'; result: RunResult }
  /** The engine was ended from outside, because it did not end by itself or took too much memory. */
  | { is: 'ENDED'; by: 'TIME' | 'MEMORY' }

/** What the worker says to its document. */
export type WorkerMessage = { is: 'READY' } | { is: 'RESULT'; result: RunResult }
