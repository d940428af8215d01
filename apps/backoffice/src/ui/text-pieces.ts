import { diffLines, diffWordsWithSpace } from 'diff'

/** A part of a text that stayed, went or came. */
export interface Piece {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Comparing ends after so long: what is not told apart by then is shown as gone and come as a whole. */
const PATIENCE_MS = 400

/**
 * What differs between two texts: line by line, and word by word within the lines that changed, so that two long
 * texts are compared quickly. In: the texts, and a clock in ms. Out: the pieces in order; the same ones and the gone
 * ones together are the first text, the same ones and the new ones the second.
 */
export function textPieces(before: string, after: string, now = () => performance.now()): Piece[] {
  const end = now() + PATIENCE_MS
  const patience = () => ({ timeout: Math.max(1, end - now()) })
  const lines = diffLines(before, after, patience()) ?? whole(before, after)
  const pieces: Piece[] = []
  let gone: string | null = null
  for (const { value, added, removed } of lines) {
    if (removed) {
      gone = (gone ?? '') + value
    } else if (added && gone !== null) {
      const words = diffWordsWithSpace(gone, value, patience()) ?? whole(gone, value)
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

interface Part {
  value: string
  added?: boolean
  removed?: boolean
}

function whole(before: string, after: string): Part[] {
  return [
    { value: before, removed: true },
    { value: after, added: true },
  ]
}

/** Words that changed one after the other are one change: the blanks between them belong to both sides. */
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

/** Of what stayed, on either side of a change: so many lines, and so many letters at most. */
const NEAR_LINES = 2
const NEAR_LETTERS = 240

/**
 * What is shown of a piece that stayed. In: the piece, and whether a change stands before and behind it. Out: the
 * text near the one before, what stands for the part that is left out (null: there is none), and the text near the
 * one behind.
 */
export function around(
  text: string,
  { afterChange, beforeChange }: { afterChange: boolean; beforeChange: boolean },
): { head: string; gap: string | null; tail: string } {
  const from = afterChange ? endOfHead(text) : 0
  const to = beforeChange ? startOfTail(text) : text.length
  if (from >= to || text.slice(from, to).trim() === '') return { head: text, gap: null, tail: '' }
  const [head, tail] = [text.slice(0, from), text.slice(to)]
  // A line that is left out leaves its break.
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
