/** Text that was inserted into a line of a file, at a column of its author's text. Both count from 1. */
export interface Insertion {
  line: number
  column: number
  length: number
}

/** Converts a column in the text that runs to a column in the author's text; undefined if it is in inserted text. */
export function columnBefore(
  insertions: readonly Insertion[] | undefined,
  line: number,
  column: number,
): number | undefined {
  let shift = 0
  for (const inserted of insertions ?? []) {
    if (inserted.line !== line || inserted.column + shift > column) continue
    if (column < inserted.column + shift + inserted.length) return undefined
    shift += inserted.length
  }
  return column - shift
}

/** An edit: text that is inserted at an offset or replaces some characters there. */
export interface Edit {
  at: number
  text: string
  /** The number of characters that the text replaces; 0 for an insertion. The text must be at least as long. */
  instead?: number
}

/** Applies edits to a text, and returns the text and the places of insertions. The number of lines stays the same. */
export function edited(text: string, edits: readonly Edit[]) {
  let out = ''
  let from = 0
  let line = 1
  let lineFrom = 0
  const insertions: Insertion[] = []
  for (const { at, text: added, instead = 0 } of [...edits].sort(
    (one, other) => one.at - other.at,
  )) {
    const before = text.slice(from, at)
    for (
      let end = text.indexOf('\n', from);
      end >= 0 && end < at;
      end = text.indexOf('\n', end + 1)
    ) {
      line += 1
      lineFrom = end + 1
    }
    out += before + added
    from = at + instead
    if (added.length > instead)
      insertions.push({ line, column: at - lineFrom + 1, length: added.length - instead })
  }
  return { text: out + text.slice(from), insertions }
}
