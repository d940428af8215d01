import type { NotRun } from '../realm/collect.ts'

/** A test that the tests file has, before it runs. */
export interface CollectedTest {
  name: string
  not_run?: NotRun
}

/** The longest name of a test, in characters: its values can be those of the learner's code. */
const LONGEST_NAME = 5_000

/** Returns the result of a test before it runs. A skipped one is neither passed nor failed, so its `ok` does not count. */
export const beforeRun = ({ name: full, not_run }: CollectedTest) => {
  const name = full.slice(0, LONGEST_NAME)
  return not_run ? { name, ok: true, not_run } : { name, ok: false }
}
