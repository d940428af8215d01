import type { LucideIcon } from 'lucide-react'

/** One line of the command palette: a place to go to, or an action. */
export interface Command {
  /** Unique on the page. */
  id: string
  label: string
  icon: LucideIcon
  /** Stands beside the label: a course's status, or which option is the current one. */
  note?: string
  /** Synonyms, which are searched but not shown. */
  synonyms?: string
  /** A path of this bundle; left out for an action. */
  to?: string
  /** What the place is told, kept in the history entry. */
  state?: object
  /** Runs the action; left out for a place. */
  run?: () => void
}

export interface CommandGroup {
  label: 'Go to' | 'Courses' | 'Cohorts' | 'Members' | 'Actions'
  commands: Command[]
}

/**
 * The commands that match a text: each word of the text begins a word of the label or of a synonym, regardless of
 * case and accents. Commands whose label begins with the text come first; the others keep their order. An empty
 * text matches every command.
 */
export function matchingCommands(commands: readonly Command[], text: string): Command[] {
  const typed = plain(text)
  if (typed === '') return [...commands]
  const wanted = typed.split(' ')
  const matching = commands.filter(({ label, synonyms = '' }) => {
    const had = plain(`${label} ${synonyms}`).split(' ')
    return wanted.every((start) => had.some((word) => word.startsWith(start)))
  })
  const begins = ({ label }: Command) => plain(label).startsWith(typed)
  return [...matching.filter(begins), ...matching.filter((command) => !begins(command))]
}

/**
 * The index that a key moves to from the active index `at` (-1 for none); it wraps around at both ends. Null for
 * any other key: Home and End move the caret in the field.
 */
export function nextPlace(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1
  return null
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
