import { linesOf, type TextLine } from '../reading/text-lines'
import { maskCode } from './mask-code'

/** A replacement of characters in a text. */
export interface Edit {
  from: number
  to: number
  text: string
}

/** A text whose syntax is being replaced step by step. It knows the original line of every position. */
export interface Draft {
  readonly text: string
  /** The text with masked code. It has the same length as the text. */
  readonly masked: string
  /** Returns the original line of a position in the current text. */
  lineAt: (place: number) => number
  /**
   * Applies replacements by their positions in the current text. Of two overlapping replacements, only the first is
   * applied.
   */
  edit: (edits: readonly Edit[]) => void
  lines: () => TextLine[]
}

/** Creates a draft of a text's lines. Returns `before` if its text is the same. */
export function draftOf(lines: readonly TextLine[], isMdx: boolean, before?: Draft): Draft {
  let text = lines.map((line) => line.text).join('\n')
  let numbers = lines.map(({ number }) => number)
  let masked: string | null = before?.text === text ? before.masked : null
  let starts: number[] | null = null
  let isEdited = false

  function lineAt(place: number): number {
    if (starts === null) {
      starts = [0]
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
        starts.push(at + 1)
    }
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= place) low = middle
      else high = middle - 1
    }
    return numbers[low] ?? 1
  }

  function edit(edits: readonly Edit[]): void {
    if (edits.length === 0) return
    isEdited = true
    const sorted = [...edits].sort((one, other) => one.from - other.from || one.to - other.to)
    const pieces: string[] = []
    const kept: number[] = [numbers[0] ?? 1]
    let end = 0
    let row = 0
    const keep = (to: number) => {
      const piece = text.slice(end, to)
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) {
        row += 1
        kept.push(numbers[row] ?? row)
      }
      pieces.push(piece)
    }
    for (const { from, to, text: put } of sorted) {
      if (from < end) continue
      keep(from)
      const line = numbers[row] ?? row
      pieces.push(put)
      for (let at = put.indexOf('\n'); at >= 0; at = put.indexOf('\n', at + 1)) kept.push(line)
      row += text.slice(from, to).split('\n').length - 1
      end = to
    }
    keep(text.length)
    ;[text, numbers, masked, starts] = [pieces.join(''), kept, null, null]
  }

  return {
    get text() {
      return text
    },
    get masked() {
      masked ??= maskCode(text, isMdx, isEdited ? undefined : lines)
      return masked
    },
    lineAt,
    edit,
    lines: () =>
      isEdited
        ? linesOf(text, 1).map((line, at) => ({ ...line, number: numbers[at] ?? at + 1 }))
        : [...lines],
  }
}
