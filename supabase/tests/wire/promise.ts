import { expect, TestRunner } from 'vitest'
import type { Difference } from './differences'
import { project } from './project'

declare module 'vitest' {
  interface TaskMeta {
    /** Whether the stricter behaviour was found, by its name. */
    promises?: Partial<Record<Difference, 'holds' | 'differs'>>
  }
}

/**
 * Expects a behaviour in which the embedded backend is stricter than Supabase. A project that `npm run test:real` tests
 * may answer as `differences.ts` lists instead, and the command reports which answer it got.
 */
export function promise(
  name: Difference,
  came: unknown,
  { here, elsewhere }: { here: unknown; elsewhere: unknown },
): void {
  const differs = project.mayDiffer && !equal(came, here) && equal(came, elsewhere)
  const test = TestRunner.getCurrentTest()
  if (test) {
    const worse = differs || test.meta.promises?.[name] === 'differs'
    test.meta.promises = { ...test.meta.promises, [name]: worse ? 'differs' : 'holds' }
  }
  if (!differs) expect(came, name).toEqual(here)
}

function equal(came: unknown, wanted: unknown): boolean {
  try {
    expect(came).toEqual(wanted)
    return true
  } catch {
    return false
  }
}
