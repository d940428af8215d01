import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const schemaDir = fileURLToPath(new URL('../../supabase/schema/', import.meta.url))

/**
 * Returns a function that finds a definition in `supabase/schema`: for the first words of a statement, whatever their
 * line breaks, it returns the path of the file. The files are read at the first call.
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
