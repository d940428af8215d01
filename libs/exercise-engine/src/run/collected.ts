import type { NotRun } from '../realm/collect.ts'

/** A test that was collected from the tests file and has not run yet. */
export interface CollectedTest {
  name: string
  not_run?: NotRun
}

/** The maximum length of a test's name, in characters. The name can contain values from the learner's code. */
const LONGEST_NAME = 5_000

/** Returns the result of a test before it runs. A skipped one is neither passed nor failed, so its `ok` does not count. */
export const beforeRun = ({ name: full, not_run }: CollectedTest) => {
  const name = full.slice(0, LONGEST_NAME)
  return not_run ? { name, ok: true, not_run } : { name, ok: false }
}
