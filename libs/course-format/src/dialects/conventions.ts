import { REMARKS, type TextContext } from './convention'
import type { Draft, Edit } from './draft'
import { MARKS } from './marks'
import { EDITS, MARKS_OF_SITES } from './marks-of-sites'

/** Adds a remark to the report: the position in the draft, the message, and the text that it is about. */
export type AddRemark = (place: number, message: string, about?: string) => void

const CONVENTIONS = [...EDITS, ...MARKS, ...MARKS_OF_SITES]

/** The maximum number of characters that a remark quotes. */
const MAX_QUOTED = 80

/**
 * Replaces the syntax of other tools by Markdown, one convention after the other. `when` chooses the conventions that
 * are applied before or after tags. Changes the draft.
 */
export function settleConventions(
  draft: Draft,
  context: TextContext,
  addRemark: AddRemark,
  when: 'first' | 'last',
): void {
  for (const { signs, found, becomes, remark, isWhole, isLast = false } of CONVENTIONS) {
    if (isLast !== (when === 'last')) continue
    if (!signs.some((sign) => draft.masked.includes(sign))) continue
    const { text } = draft
    const edits: Edit[] = []
    for (const match of draft.masked.matchAll(found)) {
      const [from, to] = [match.index, match.index + match[0].length]
      const raw = text.slice(from, to)
      const groups = rawGroups(match, raw)
      const put = becomes(groups, context)
      if (put === null || put === raw) continue
      edits.push({ from, to, text: put })
      if (remark !== undefined && !isWhole?.(groups))
        addRemark(from, remark, raw.trim().replace(/\s+/g, ' ').slice(0, MAX_QUOTED))
      else if (signs[0] === '[[') remarkOnWikiLink(groups, context, from, addRemark)
    }
    draft.edit(edits)
  }
}

function remarkOnWikiLink(
  groups: readonly string[],
  { named }: TextContext,
  from: number,
  addRemark: AddRemark,
): void {
  const [whole = '', mark, name = ''] = groups
  const path = name.trim() === '' ? '' : named(name.trim())
  if (path === null) addRemark(from, REMARKS.nowhere, whole.slice(0, MAX_QUOTED))
  else if (mark === '!' && /\.(?:md|mdx|markdown)$/i.test(path))
    addRemark(from, REMARKS.embedded, whole.slice(0, MAX_QUOTED))
}

/** Returns the groups of a match in masked text, with the original code in place of the mask. */
function rawGroups(match: RegExpExecArray, raw: string): string[] {
  if (!match[0].includes('\u0081')) return [...match]
  let at = 0
  return [...match].map((group, index) => {
    if (index === 0) return raw
    if (group === undefined || group === '') return group
    const place = match[0].indexOf(group, at)
    if (place < 0) return group
    at = place
    return raw.slice(place, place + group.length)
  })
}
