import type { DraftRemark, ReviewDraft } from '@rookies/data/assignments/review-work'
import type { Round } from '@rookies/data/assignments/round'
import { changeRows } from '@rookies/ui/difference/compare'

/** A part of a round that can have remarks on its lines: the text, whose path is null, or a file of the code. */
export interface Part {
  path: string | null
  lines: string[]
}

/** Returns the lines of a text. A line break at the end does not begin another line. */
const linesOf = (text: string): string[] => text.replace(/\r?\n$/, '').split(/\r?\n/)

/** Returns the text of a round, if it has one, and then the files of its code. */
export function partsOf({ text, code }: Pick<Round, 'text' | 'code'>): Part[] {
  return [
    ...(text === null ? [] : [{ path: null, lines: linesOf(text) }]),
    ...code.map(({ name, body }) => ({ path: name, lines: linesOf(body) })),
  ]
}

/** Pairs the parts of two rounds by their path. Parts that only the earlier round has come last. */
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

/**
 * Adapts a draft about one round to a newer round (rules/assignments#review). A remark on unchanged lines moves with
 * them. Any other remark loses its lines, and its text then begins with the lines of the earlier round.
 */
export function adaptDraft(draft: ReviewDraft, before: Round, after: Round): ReviewDraft {
  const places = new Map<string | null, Map<number, number>>()
  for (const part of pairedParts(before, after)) {
    const same = changeRows(part.before, part.after).filter(({ kind }) => kind === 'same')
    places.set(part.path, new Map(same.map((row) => [row.before ?? 0, row.after ?? 0])))
  }
  return {
    ...draft,
    remarks: draft.remarks.map((remark) => adaptRemark(remark, before.round, places)),
  }
}

function adaptRemark(
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

/** Returns the lines of a remark as `line 3` or `lines 3–5`; null if the remark has no lines. */
export function placeText({
  line_from: from,
  line_to: to,
}: Pick<DraftRemark, 'line_from' | 'line_to'>): string | null {
  if (from === null) return null
  return to === null || to === from ? `line ${from}` : `lines ${from}–${to}`
}
