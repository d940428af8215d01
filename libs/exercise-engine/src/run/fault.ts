import type { Problem } from './run.ts'

/** An error of the learner's or the author's code. */
export class Fault extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

/** A fault that ends the run: no code of the learner runs afterwards. */
export class EndingFault extends Fault {}

/** The error messages of browsers, Node and Deno if the stack of a thread overflows. */
const OVERFLOW = /^RangeError: Maximum call stack|^InternalError: too much recursion/

export const isOverflow = (error: unknown): boolean =>
  error instanceof Error && OVERFLOW.test(`${error.name}: ${error.message}`)
