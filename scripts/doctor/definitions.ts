import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const supabaseDir = fileURLToPath(new URL('../../supabase/', import.meta.url))

/**
 * Reads `supabase/schema`, and the migrations for what does not stand there. Out: the file that defines what
 * begins with the words given, by its path from the project's root.
 */
export function readDefinitions(): (words: string) => string | undefined {
  // The newest migration is the one in force.
  const files = [...sqlFiles('schema'), ...sqlFiles('migrations').reverse()].map((path) => ({
    path: `supabase/${path}`,
    text: readFileSync(`${supabaseDir}${path}`, 'utf8').toLowerCase(),
  }))
  return (words) => files.find(({ text }) => text.includes(words.toLowerCase()))?.path
}

const sqlFiles = (dir: string) =>
  readdirSync(`${supabaseDir}${dir}`)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => `${dir}/${name}`)
