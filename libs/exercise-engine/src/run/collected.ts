import type { NotRun } from '../realm/collect.ts'

/** A test that the tests file has, before it runs. */
export interface CollectedTest {
  name: string
  notRun?: NotRun
}

/** Returns the result of a test before it runs. A skipped one is neither passed nor failed, so its `ok` does not count. */
export const beforeRun = ({ name, notRun }: CollectedTest) =>
  notRun ? { name, ok: true, notRun } : { name, ok: false }
