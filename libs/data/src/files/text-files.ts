import { isPicture } from './file-types'
import { type StoredFile, storedLink } from './stored-file'

/** A text, and what is chosen in it. */
interface Writing {
  text: string
  from: number
  to: number
}

/** What is put into a text, and instead of what of it. */
export interface Insertion {
  from: number
  to: number
  insert: string
}

/** What would end a link's words, or begin other Markdown in them. */
const escaped = (words: string) =>
  words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]*_`<>]/g, '\\$&')

/** Nothing that a person writes, so that it is found again wherever it has moved. */
const PLACEHOLDER = /!?\[Uploading [^\]\n]*…\]\(\)/g

/**
 * What stands in a text for a file that is on its way.
 * @param name the file's
 * @param taken the text: a second file of that name gets a number
 */
export function placeholder({ name, type }: { name: string; type: string }, taken: string): string {
  const words = name.replace(/[\s[\]\\]+/g, ' ').trim()
  for (let nth = 1; ; nth += 1) {
    const mark = `${isPicture({ type }) ? '!' : ''}[Uploading ${words}${nth > 1 ? ` (${nth})` : ''}…]()`
    if (!taken.includes(mark)) return mark
  }
}

/**
 * In: a text with what is chosen in it, and what stands for the files. Out: how they come in at that place: pictures
 * each on a line of its own, a single other file within its sentence where it has begun.
 */
export function insertMarks({ text, from, to }: Writing, marks: readonly string[]): Insertion {
  const within = from > 0 && text[from - 1] !== '\n'
  const lines = !within || marks.length > 1 || marks.some((mark) => mark.startsWith('!'))
  const before = lines && within ? '\n\n' : ''
  const after = lines && to < text.length && text[to] !== '\n' ? '\n\n' : ''
  return { from, to, insert: `${before}${marks.join('\n\n')}${after}` }
}

/**
 * In: a text, the mark of a file that has arrived, the file, and what a person says a picture shows. Out: what takes the
 * mark's place; null where a person has removed it.
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

/** In: a text, and the mark of a file that will not arrive. Out: how it goes, with the lines that it alone was on; null where it is gone. */
export function removeMark(text: string, mark: string): Insertion | null {
  const at = swap(text, mark, '')
  if (!at) return null
  const above = text.slice(0, at.from)
  const below = text.slice(at.to)
  const alone = /(^|\n)$/.test(above) && /^(\n|$)/.test(below)
  if (!alone) return at
  // One empty line stays between what stands above and below.
  if ((above === '' || above.endsWith('\n\n')) && below.startsWith('\n')) {
    return { ...at, to: at.to + (below.startsWith('\n\n') ? 2 : 1) }
  }
  return { ...at, to: at.to + (below.startsWith('\n') ? 1 : 0) }
}

/** The text once that has been put in. */
export const applied = (text: string, { from, to, insert }: Insertion): string =>
  text.slice(0, from) + insert + text.slice(to)

/** In: where a person's selection begins or ends. Out: where that is once it has been put in. */
export function movedBy(place: number, { from, to, insert }: Insertion): number {
  if (place <= from) return place
  return place >= to ? place + insert.length - (to - from) : from + insert.length
}

/** In: a text as it was kept while files were on their way. Out: it without them: nothing will arrive any more. */
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
 * Whether a paste is text, though it brings a picture: an office program draws one of what was copied, and says the
 * words too; a file or a picture comes without formatted words.
 */
export const isTextPaste = (types: readonly string[]): boolean =>
  types.includes('text/plain') && types.includes('text/html')
