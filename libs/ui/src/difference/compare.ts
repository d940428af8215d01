import { diffArrays, diffWordsWithSpace } from 'diff'

/** Milliseconds after which comparing stops, because comparing texts that have little in common can take minutes. */
export const PATIENCE_MS = 400

/** A part of a comparison, which is in both texts or in one of them. */
export interface Part<T = string> {
  value: T
  added?: boolean
  removed?: boolean
}

/** Compares two lists of lines. If that takes longer than `timeout` milliseconds, all lines count as replaced. */
export function lineParts(
  before: readonly string[],
  after: readonly string[],
  timeout = PATIENCE_MS,
): Part<readonly string[]>[] {
  return diffArrays([...before], [...after], { timeout }) ?? replaced(before, after)
}

/** Compares the words of two texts. If that takes longer than `timeout` milliseconds, all of them count as replaced. */
export function wordParts(before: string, after: string, timeout: number): Part[] {
  return diffWordsWithSpace(before, after, { timeout }) ?? replaced(before, after)
}

const replaced = <T>(before: T, after: T): Part<T>[] => [
  { value: before, removed: true },
  { value: after, added: true },
]

/** Returns the lines of a text. A line break at the end does not add an empty line. */
export const linesIn = (text: string): string[] =>
  text === '' ? [] : text.replace(/\n$/, '').split('\n')

/** A row of a comparison: the numbers of its lines before and after, from 1; null if that side has no line. */
export interface ChangeRow {
  before: number | null
  after: number | null
  kind: 'same' | 'changed'
}

/** Compares two texts by lines, as `lineParts` does. A line that replaces another one is in the same row. */
export function changeRows(
  before: readonly string[],
  after: readonly string[],
  timeout?: number,
): ChangeRow[] {
  const rows: ChangeRow[] = []
  let [old, latest] = [0, 0]
  /** The index of the first row that has a removed line but no added line yet. */
  let nextUnpaired = 0
  for (const { value, removed, added } of lineParts(before, after, timeout)) {
    for (const _ of value) {
      if (removed) {
        rows.push({ before: ++old, after: null, kind: 'changed' })
      } else if (added) {
        const beside = rows[nextUnpaired]
        latest += 1
        if (beside?.after === null) rows[nextUnpaired] = { ...beside, after: latest }
        else rows.push({ before: null, after: latest, kind: 'changed' })
        nextUnpaired += 1
      } else {
        rows.push({ before: ++old, after: ++latest, kind: 'same' })
      }
    }
    if (!removed) nextUnpaired = rows.length
  }
  return rows
}

/** Groups rows that follow each other and have all changed, or are all unchanged. */
export function rowsByKind(rows: readonly ChangeRow[]): ChangeRow[][] {
  return neighbours(rows, ({ kind }) => kind)
}

/** Returns the passages of changed rows, each with up to three unchanged rows on either side. */
export function changedPassages(rows: readonly ChangeRow[]): ChangeRow[][] {
  const isChanged = ({ kind }: ChangeRow) => kind === 'changed'
  const isNear = (_: ChangeRow, at: number) =>
    rows.slice(Math.max(at - 3, 0), at + 4).some(isChanged)
  return neighbours(rows, isNear).filter((passage) => passage.some(isChanged))
}

function neighbours<T>(items: readonly T[], by: (item: T, at: number) => unknown): T[][] {
  const groups: T[][] = []
  let last: unknown
  for (const [at, item] of items.entries()) {
    const key = by(item, at)
    if (at > 0 && key === last) groups.at(-1)?.push(item)
    else groups.push([item])
    last = key
  }
  return groups
}
