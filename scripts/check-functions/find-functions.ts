import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** In: the folder of the functions. Out: the names of those that a project deploys, in alphabetical order. */
export function findFunctions(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'index.ts')))
    .map(({ name }) => name)
    .sort()
}

/** In: the functions that there are, and those that have calls. Out: a sentence for each that lacks the other. */
export function unmatched(found: readonly string[], called: readonly string[]): string[] {
  return [
    ...found
      .filter((name) => !called.includes(name))
      .map((name) => `supabase/functions/${name} has no calls in scripts/check-functions/calls.`),
    ...called
      .filter((name) => !found.includes(name))
      .map((name) => `scripts/check-functions/calls has calls for ${name}, which is no function.`),
  ]
}
