import { lineParts, PATIENCE_MS, type Part, wordParts } from './compare'

/** A part of a text that was kept, removed or added. */
export interface Piece {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/**
 * The difference of two texts, compared by line and then by word within changed lines, so that long texts are fast.
 * `now` is a clock in milliseconds. Returns pieces in order: joined, the kept and removed pieces are the first text,
 * the kept and added ones the second.
 */
export function textPieces(before: string, after: string, now = () => performance.now()): Piece[] {
  const end = now() + PATIENCE_MS
  const patience = () => Math.max(1, end - now())
  const pieces: Piece[] = []
  let gone: string | null = null
  const [old, latest] = [withBreaks(before), withBreaks(after)]
  for (const { value: lines, added, removed } of lineParts(old, latest, patience())) {
    const value = lines.join('')
    if (removed) {
      gone = (gone ?? '') + value
    } else if (added && gone !== null) {
      const words = wordParts(gone, value, patience())
      for (const word of inRuns(words)) push(pieces, word)
      gone = null
    } else {
      if (gone !== null) push(pieces, { value: gone, removed: true })
      gone = null
      push(pieces, { value, added })
    }
  }
  if (gone !== null) push(pieces, { value: gone, removed: true })
  return pieces
}

/** The lines of a text, each with its line break. */
const withBreaks = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** Joins changed words that follow each other, with the spaces between them on both sides. */
function inRuns(parts: readonly Part[]): Part[] {
  const runs: Part[] = []
  let [gone, come] = ['', '']
  const end = () => {
    runs.push({ value: gone, removed: true }, { value: come, added: true })
    gone = ''
    come = ''
  }
  for (const [place, part] of parts.entries()) {
    const { value, added, removed } = part
    const next = parts[place + 1]
    const between = gone + come !== '' && (next?.added || next?.removed) && value.trim() === ''
    if (added || (!removed && between)) come += value
    if (removed || (!added && between)) gone += value
    if (added || removed || between) continue
    end()
    runs.push(part)
  }
  end()
  return runs
}

function push(pieces: Piece[], { value, added, removed }: Part): void {
  if (value === '') return
  const kind = removed ? 'gone' : added ? 'new' : 'same'
  const last = pieces.at(-1)
  if (last?.kind === kind) last.text += value
  else pieces.push({ kind, text: value })
}

/** The context that is shown on either side of a change: this many lines, but at most this many letters. */
const NEAR_LINES = 2
const NEAR_LETTERS = 240

/**
 * Shortens a kept piece to the lines near changes. Takes the piece, and whether a change comes before and after it.
 * Returns the lines after the change before, a placeholder for the part left out (null if there is none), and the
 * lines before the change after.
 */
export function changeContext(
  text: string,
  { afterChange, beforeChange }: { afterChange: boolean; beforeChange: boolean },
): { head: string; gap: string | null; tail: string } {
  const from = afterChange ? endOfHead(text) : 0
  const to = beforeChange ? startOfTail(text) : text.length
  if (from >= to || text.slice(from, to).trim() === '') return { head: text, gap: null, tail: '' }
  const [head, tail] = [text.slice(0, from), text.slice(to)]
  // The line break of an omitted line stays.
  return {
    head,
    gap: `${/^$|\n$/.test(head) ? '' : ' '}…${text[to - 1] === '\n' ? '\n' : ' '}`,
    tail,
  }
}

function endOfHead(text: string): number {
  let end = -1
  for (let line = 0; line <= NEAR_LINES; line++) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) break
  }
  return Math.min(end < 0 ? text.length : end + 1, NEAR_LETTERS)
}

function startOfTail(text: string): number {
  let start = text.length
  for (let line = 0; line <= NEAR_LINES && start > 0; line++) {
    start = text.lastIndexOf('\n', start - 1)
  }
  return Math.max(start + 1, text.length - NEAR_LETTERS)
}
