import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const schemaDir = fileURLToPath(new URL('../../supabase/schema/', import.meta.url))

/**
 * Reads `supabase/schema`, at the first question. Out: the file that defines what begins with the words given, broken
 * over lines or not, by its path from the project's root.
 */
export function readDefinitions(): (words: string) => string | undefined {
  let files: { path: string; text: string }[] | undefined
  return (words) => {
    files ??= readdirSync(schemaDir).map((name) => ({
      path: `supabase/schema/${name}`,
      text: readFileSync(`${schemaDir}${name}`, 'utf8').toLowerCase().replaceAll(/\s+/g, ' '),
    }))
    return files.find(({ text }) => text.includes(words.toLowerCase()))?.path
  }
}
