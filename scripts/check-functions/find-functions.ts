import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the names of the functions that a project deploys, in alphabetical order. */
export function findFunctions(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'index.ts')))
    .map(({ name }) => name)
    .sort()
}

/** Returns one sentence for each function without calls and for each group of calls without a function. */
export function describeUnmatched(found: readonly string[], called: readonly string[]): string[] {
  return [
    ...found
      .filter((name) => !called.includes(name))
      .map((name) => `supabase/functions/${name} has no calls in scripts/check-functions/calls.`),
    ...called
      .filter((name) => !found.includes(name))
      .map((name) => `scripts/check-functions/calls has calls for ${name}, which is no function.`),
  ]
}
