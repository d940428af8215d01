/** Text that was inserted into a line of a file, at a column of its author's text. Both count from 1. */
export interface Insertion {
  line: number
  column: number
  length: number
}

/** Returns the column in the author's text of a column in the text that runs; undefined if it was inserted. */
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

/** Text to insert at an offset, or to put in the place of as many characters. */
export interface Edit {
  at: number
  text: string
  /** How many characters the text replaces: 0 for an insertion. The text must have at least as many. */
  instead?: number
}

/** Makes the edits of a text, and returns where they inserted something. Edits keep the number of lines. */
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
