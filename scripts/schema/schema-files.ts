import { type Definition, PARTS } from './definitions'
import { subjectsOf } from './subject-of'
import type { Subject } from './subjects'

const NOTE =
  '-- Generated from the migrations by npm run gen:types; never edited. What stands here is what the database\n-- holds. Which file has what is said in scripts/schema/subjects.ts.'

/**
 * The schema as one file for each subject. In: the map of subjects, and what the database holds. Out: text by
 * file name. Throws a PlainError where the map does not fit what there is.
 */
export function schemaFiles(
  subjects: Readonly<Record<string, Subject>>,
  definitions: readonly Definition[],
): Map<string, string> {
  const subjectOf = subjectsOf(subjects, [...new Set(definitions.map(({ owner }) => owner))])
  const files = new Map<string, string>()
  for (const [subject, { about }] of Object.entries(subjects)) {
    const own = definitions.filter(({ owner }) => subjectOf.get(owner) === subject)
    const parts = PARTS.flatMap((part) => {
      const texts = own.filter((definition) => definition.part === part).map(({ sql }) => sql)
      return texts.length > 0 ? [`-- ${part.toUpperCase()}`, ...texts] : []
    })
    files.set(`${subject}.sql`, `${[`-- ${about}\n${NOTE}`, ...parts].join('\n\n')}\n`)
  }
  return files
}
