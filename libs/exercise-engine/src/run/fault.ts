import type { Problem } from './run.ts'

/** An error of the learner's or the author's code. */
export class Fault extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message)
  }
}

/** A fault after which no more code may run. */
export class Over extends Fault {}
