import type { DraftRemark, ReviewDraft } from '@rookies/data/assignments/review-work'
import type { Round } from '@rookies/data/assignments/round'
import { diffArrays } from 'diff'

/** A text of a round that can get remarks: the text itself, whose path is null, or a file of code. */
export interface Part {
  path: string | null
  lines: string[]
}

/** A line before and after, each by its number from 1; null on the side where it is missing. */
export interface ChangeRow {
  before: number | null
  after: number | null
  kind: 'same' | 'changed'
}

/** Milliseconds after which comparing ends. The rest counts as replaced. */
const PATIENCE_MS = 400

/** Returns the lines of a text without the line break at its end. */
export const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/)

/** Returns what can be read by lines: the text, then the code. */
export function partsOf({ text, code }: Pick<Round, 'text' | 'code'>): Part[] {
  return [
    ...(text === null ? [] : [{ path: null, lines: linesOf(text) }]),
    ...code.map(({ name, body }) => ({ path: name, lines: linesOf(body) })),
  ]
}

/** Returns the parts of two rounds side by side, those that are gone last. */
export function pairedParts(
  before: Pick<Round, 'text' | 'code'>,
  after: Pick<Round, 'text' | 'code'>,
): { path: string | null; before: string[]; after: string[] }[] {
  const [old, latest] = [partsOf(before), partsOf(after)]
  const inOld = (path: string | null) => old.find((part) => part.path === path)?.lines ?? []
  const isGone = ({ path }: Part) => latest.every((part) => part.path !== path)
  return [
    ...latest.map(({ path, lines }) => ({ path, before: inOld(path), after: lines })),
    ...old.filter(isGone).map(({ path, lines }) => ({ path, before: lines, after: [] })),
  ]
}

/** Compares two texts by lines. Lines that replace others stand beside them. */
export function changeRows(before: readonly string[], after: readonly string[]): ChangeRow[] {
  const runs = diffArrays([...before], [...after], { timeout: PATIENCE_MS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const rows: ChangeRow[] = []
  let [old, latest] = [0, 0]
  /** The first row of removed lines that no added line stands beside yet. */
  let free = 0
  for (const { value, removed, added } of runs) {
    for (const _ of value) {
      if (removed) {
        rows.push({ before: ++old, after: null, kind: 'changed' })
      } else if (added) {
        const beside = rows[free]
        latest += 1
        if (beside?.after === null) rows[free] = { ...beside, after: latest }
        else rows.push({ before: null, after: latest, kind: 'changed' })
        free += 1
      } else {
        rows.push({ before: ++old, after: ++latest, kind: 'same' })
      }
    }
    if (!removed) free = rows.length
  }
  return rows
}

/**
 * Takes what was written about a round to a newer one (rules/assignments#review). A remark on lines that are unchanged
 * moves with them; one on other lines loses them and says where it was.
 */
export function carriedDraft(draft: ReviewDraft, before: Round, after: Round): ReviewDraft {
  const places = new Map<string | null, Map<number, number>>()
  for (const part of pairedParts(before, after)) {
    const same = changeRows(part.before, part.after).filter(({ kind }) => kind === 'same')
    places.set(part.path, new Map(same.map((row) => [row.before ?? 0, row.after ?? 0])))
  }
  return {
    ...draft,
    remarks: draft.remarks.map((remark) => carriedRemark(remark, before.round, places)),
  }
}

function carriedRemark(
  remark: DraftRemark,
  round: number,
  places: ReadonlyMap<string | null, ReadonlyMap<number, number>>,
): DraftRemark {
  const { path, line_from: from, line_to: to } = remark
  if (from === null) return remark
  const moved = places.get(path)
  const [first, last] = [moved?.get(from), moved?.get(to ?? from)]
  if (first !== undefined && last !== undefined && last - first === (to ?? from) - from) {
    return { ...remark, line_from: first, line_to: last }
  }
  const place = [`Round ${round}`, path, placeText(remark)].filter(Boolean).join(', ')
  return { ...remark, path: null, line_from: null, line_to: null, body: `${place}: ${remark.body}` }
}

/** Returns the lines of a remark: `line 3`, `lines 3–5`; null for one without lines. */
export function placeText({
  line_from: from,
  line_to: to,
}: Pick<DraftRemark, 'line_from' | 'line_to'>): string | null {
  if (from === null) return null
  return to === null || to === from ? `line ${from}` : `lines ${from}–${to}`
}
