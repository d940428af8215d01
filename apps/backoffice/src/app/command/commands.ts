import type { LucideIcon } from 'lucide-react'

/** One line of the command palette: a place to go to, or something to do. */
export interface Command {
  /** Unlike any other on the page. */
  id: string
  label: string
  icon: LucideIcon
  /** Beside the label: a course's status, or that a choice is the one that holds. */
  note?: string
  /** Other words that people look for it by. */
  words?: string
  /** A path of this bundle that it leads to. */
  to?: string
  /** What it does, when it is no place. */
  run?: () => void
}

export interface CommandGroup {
  label: 'Go to' | 'Courses' | 'Members' | 'Actions'
  commands: Command[]
}

/**
 * The commands that a text means: each of its words begins a word of the label or of the other words,
 * whatever the case and the accents. Those whose label begins with the text come first; otherwise the
 * order stays. An empty text means all of them.
 */
export function matchingCommands(commands: readonly Command[], text: string): Command[] {
  const typed = plain(text)
  if (typed === '') return [...commands]
  const wanted = typed.split(' ')
  const matching = commands.filter(({ label, words = '' }) => {
    const had = plain(`${label} ${words}`).split(' ')
    return wanted.every((start) => had.some((word) => word.startsWith(start)))
  })
  const begins = ({ label }: Command) => plain(label).startsWith(typed)
  return [...matching.filter(begins), ...matching.filter((command) => !begins(command))]
}

/**
 * In: a key, the place of the active command (-1 for none) and how many there are. Out: the place to go
 * to, around either end; null for other keys. Home and End stay with the text that is being typed.
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
