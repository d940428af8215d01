import { PlainError } from '../../supabase/local/src/plain-error'
import type { Subject } from './subjects'

const MAP = 'scripts/schema/subjects.ts'

/**
 * In: the map of subjects, and names with their schema. Out: the subject of each. Throws a PlainError for
 * a name that the map does not cover or covers twice, and for an entry of the map that covers nothing.
 */
export function subjectsOf(
  subjects: Readonly<Record<string, Subject>>,
  names: readonly string[],
): Map<string, string> {
  const entries = Object.entries(subjects).flatMap(([subject, { names: listed }]) =>
    listed
      .split(/\s+/)
      .filter(Boolean)
      .map((entry) => ({ subject, entry, fits: fits(entry) })),
  )
  const used = new Set<string>()
  const found = new Map<string, string>()
  const without: string[] = []
  for (const name of names) {
    const all = entries.filter((entry) => entry.fits(name))
    const exact = all.filter(({ entry }) => !entry.includes('*'))
    const chosen = exact.length > 0 ? exact : all
    const [subject, other] = new Set(chosen.map((entry) => entry.subject))
    if (subject === undefined) without.push(name)
    else if (other === undefined) found.set(name, subject)
    else {
      throw new PlainError(
        `${name} is in ${subject} and in ${other}: name it in one of them alone in ${MAP}.`,
      )
    }
    for (const { entry } of chosen) used.add(entry)
  }
  if (without.length > 0) {
    throw new PlainError(
      `No subject has ${without.join(', ')}: add it to one in ${MAP}, and run npm run gen:types again.`,
    )
  }
  const idle = entries.filter(({ entry }) => !used.has(entry))
  if (idle.length > 0) {
    const listed = idle.map(({ subject, entry }) => `${entry} (${subject})`).join(', ')
    throw new PlainError(`Nothing in the database is called ${listed}: take it out of ${MAP}.`)
  }
  return found
}

/** `courses` is in any schema, `public.courses` in one, and `*` is any letters. */
function fits(entry: string): (name: string) => boolean {
  const pattern = entry.replaceAll('.', '\\.').replaceAll('*', '.*')
  const whole = new RegExp(entry.includes('.') ? `^${pattern}$` : `^\\w+\\.${pattern}$`)
  return (name) => whole.test(name)
}
