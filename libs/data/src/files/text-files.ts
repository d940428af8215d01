import { isPicture } from './file-types'
import { type StoredFile, storedLink } from './stored-file'

/** A text and its selection. */
interface Writing {
  text: string
  from: number
  to: number
}

/** A replacement in a text. */
export interface Insertion {
  from: number
  to: number
  insert: string
}

/** Escapes what would end a link's text, or begin other Markdown in it. */
const escaped = (words: string) =>
  words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]*_`<>]/g, '\\$&')

/** A form that people do not write, so that it is found again wherever it has moved. */
const PLACEHOLDER = /!?\[Uploading [^\]\n]*…\]\(\)/g

/**
 * Returns the placeholder for a file that is being uploaded; a second file of the same name in the text gets a number.
 */
export function placeholder({ name, type }: { name: string; type: string }, taken: string): string {
  const words = name.replace(/[\s[\]\\]+/g, ' ').trim()
  for (let nth = 1; ; nth += 1) {
    const mark = `${isPicture({ type }) ? '!' : ''}[Uploading ${words}${nth > 1 ? ` (${nth})` : ''}…]()`
    if (!taken.includes(mark)) return mark
  }
}

/**
 * Returns the insertion of marks at the selection: pictures on their own lines, a single other file within the
 * sentence.
 */
export function insertMarks({ text, from, to }: Writing, marks: readonly string[]): Insertion {
  const within = from > 0 && text[from - 1] !== '\n'
  const lines = !within || marks.length > 1 || marks.some((mark) => mark.startsWith('!'))
  const before = lines && within ? '\n\n' : ''
  const after = lines && to < text.length && text[to] !== '\n' ? '\n\n' : ''
  return { from, to, insert: `${before}${marks.join('\n\n')}${after}` }
}

/**
 * Returns the replacement of an uploaded file's placeholder, with its alternative text; null if a person has removed
 * the placeholder.
 */
export function replaceMark(
  text: string,
  mark: string,
  { path, name, type }: Pick<StoredFile, 'path' | 'name' | 'type'>,
  alt: string,
): Insertion | null {
  const link = isPicture({ type })
    ? `![${escaped(alt)}](${storedLink(path)})`
    : `[${escaped(name)}](${storedLink(path)})`
  return swap(text, mark, link)
}

/**
 * Returns the removal of a placeholder whose upload failed, with lines that contain nothing else; null if it is gone.
 */
export function removeMark(text: string, mark: string): Insertion | null {
  const at = swap(text, mark, '')
  if (!at) return null
  const above = text.slice(0, at.from)
  const below = text.slice(at.to)
  const alone = /(^|\n)$/.test(above) && /^(\n|$)/.test(below)
  if (!alone) return at
  // One empty line stays between the text above and below.
  if ((above === '' || above.endsWith('\n\n')) && below.startsWith('\n')) {
    return { ...at, to: at.to + (below.startsWith('\n\n') ? 2 : 1) }
  }
  return { ...at, to: at.to + (below.startsWith('\n') ? 1 : 0) }
}

/** Returns the text after an insertion. */
export const applied = (text: string, { from, to, insert }: Insertion): string =>
  text.slice(0, from) + insert + text.slice(to)

/** Returns the position of a selection's end after an insertion. */
export function movedBy(place: number, { from, to, insert }: Insertion): number {
  if (place <= from) return place
  return place >= to ? place + insert.length - (to - from) : from + insert.length
}

/** Returns a stored text without placeholders, whose uploads can no longer finish. */
export function withoutMarks(text: string): string {
  let rest = text
  for (const [mark] of text.matchAll(PLACEHOLDER)) {
    const gone = removeMark(rest, mark)
    if (gone) rest = applied(rest, gone)
  }
  return rest
}

function swap(text: string, mark: string, insert: string): Insertion | null {
  const from = text.indexOf(mark)
  return from < 0 ? null : { from, to: from + mark.length, insert }
}

/**
 * Returns whether a paste is text although it contains a picture: office programs add a picture of the copied text; a
 * copied file or picture comes without formatted text.
 */
export const isTextPaste = (types: readonly string[]): boolean =>
  types.includes('text/plain') && types.includes('text/html')
