import type { RunInput, RunResult } from '../run/run'

/** The message with which a page sends a port to the document. All other messages go through the port. */
export const START = 'rookies:runner'

/** A page requests only one run at a time, each after a message `READY`. */
export interface RunMessage {
  input: RunInput
}

export type RunnerMessage =
  /** The document has the port, and starts an engine. */
  | { is: 'HERE' }
  /** A new engine is ready for a run. */
  | { is: 'READY' }
  /** The browser cannot start the engine. */
  | { is: 'BROKEN' }
  | { is: 'RESULT'; result: RunResult }
  /** The document terminated the engine, because it took too much time or memory. */
  | { is: 'ENDED'; by: 'TIME' | 'MEMORY' }

/** A message from the worker to its document. */
export type WorkerMessage = { is: 'READY' } | { is: 'RESULT'; result: RunResult }
