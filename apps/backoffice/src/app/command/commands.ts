import type { LucideIcon } from 'lucide-react'

/** One command of the palette: an address to open, or an action to run. */
export interface Command {
  /** Unique on the page. */
  id: string
  label: string
  icon: LucideIcon
  /** Shown beside the label: the status of a course, or that an option is selected. */
  note?: string
  /** Synonyms, which are searched but not shown. */
  synonyms?: string
  /** A path of the back-office; left out for an action. */
  to?: string
  /** The router state with which the address opens. */
  state?: object
  /** Runs the action; left out for an address. */
  run?: () => void
}

export interface CommandGroup {
  label: 'Go to' | 'Courses' | 'Cohorts' | 'Members' | 'Actions'
  commands: Command[]
}

/**
 * Returns the commands that match a text: each typed word begins a word of the label or of a synonym, regardless of
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
 * Returns the index that an arrow key selects from the selected index `at` (-1 for none); it wraps around at both ends.
 * Null for other keys: Home and End move the caret in the field.
 */
export function nextIndex(key: string, at: number, count: number): number | null {
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
