import type { NotRun } from '../realm/collect.ts'

/** A test that the tests file has, before it runs. */
export interface CollectedTest {
  name: string
  not_run?: NotRun
}

/** Returns the result of a test before it runs. A skipped one is neither passed nor failed, so its `ok` does not count. */
export const beforeRun = ({ name, not_run }: CollectedTest) =>
  not_run ? { name, ok: true, not_run } : { name, ok: false }
