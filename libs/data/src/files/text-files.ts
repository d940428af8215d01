import { isPicture } from './file-types'
import { type StoredFile, storedLink } from './stored-file'

/** A text with the selection of its field. */
interface Writing {
  text: string
  from: number
  to: number
}

/** The replacement of a part of a text. */
export interface Insertion {
  from: number
  to: number
  insert: string
}

/** Escapes characters that would end the text of a link or have a meaning in Markdown. */
const escaped = (words: string) =>
  words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]*_`<>]/g, '\\$&')

/** Matches placeholders. People do not write this form, so a placeholder is found wherever it was moved. */
const PLACEHOLDER = /!?\[Uploading [^\]\n]*…\]\(\)/g

/**
 * Returns the placeholder of a file that is being uploaded. If the text contains the same placeholder, a number is
 * added.
 */
export function placeholder({ name, type }: { name: string; type: string }, taken: string): string {
  const words = name.replace(/[\s[\]\\]+/g, ' ').trim()
  for (let nth = 1; ; nth += 1) {
    const mark = `${isPicture({ type }) ? '!' : ''}[Uploading ${words}${nth > 1 ? ` (${nth})` : ''}…]()`
    if (!taken.includes(mark)) return mark
  }
}

/** Inserts placeholders at the selection: pictures in separate lines, a single other file within the line. */
export function insertMarks({ text, from, to }: Writing, marks: readonly string[]): Insertion {
  const within = from > 0 && text[from - 1] !== '\n'
  const lines = !within || marks.length > 1 || marks.some((mark) => mark.startsWith('!'))
  const before = lines && within ? '\n\n' : ''
  const after = lines && to < text.length && text[to] !== '\n' ? '\n\n' : ''
  return { from, to, insert: `${before}${marks.join('\n\n')}${after}` }
}

/** Replaces the placeholder of an uploaded file by the link; null if the person has deleted the placeholder. */
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
 * Removes the placeholder of a failed upload, with its line if nothing else is on it; null if the person has deleted
 * it.
 */
export function removeMark(text: string, mark: string): Insertion | null {
  const at = swap(text, mark, '')
  if (!at) return null
  const above = text.slice(0, at.from)
  const below = text.slice(at.to)
  const alone = /(^|\n)$/.test(above) && /^(\n|$)/.test(below)
  if (!alone) return at
  // An empty line stays between the text above and the text below.
  if ((above === '' || above.endsWith('\n\n')) && below.startsWith('\n')) {
    return { ...at, to: at.to + (below.startsWith('\n\n') ? 2 : 1) }
  }
  return { ...at, to: at.to + (below.startsWith('\n') ? 1 : 0) }
}

/** Applies a replacement to a text. */
export const applied = (text: string, { from, to, insert }: Insertion): string =>
  text.slice(0, from) + insert + text.slice(to)

/** Returns where a position in the text is after a replacement. */
export function movedBy(place: number, { from, to, insert }: Insertion): number {
  if (place <= from) return place
  return place >= to ? place + insert.length - (to - from) : from + insert.length
}

/** Removes all placeholders from a stored text, because their uploads cannot finish any more. */
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
 * Returns whether pasted content is a text although it includes a picture. Office programs add a picture of a copied
 * text, while a copied picture comes without formatted text.
 */
export const isTextPaste = (types: readonly string[]): boolean =>
  types.includes('text/plain') && types.includes('text/html')
