import { type Around, SAYS } from './convention'
import type { Draft, Edit } from './draft'
import { MARKS } from './marks'
import { EDITS, MARKS_OF_SITES } from './marks-of-sites'

/** Reports what is not shown as in its tool: the position in the draft, the message, and what it is about. */
export type Say = (place: number, message: string, about?: string) => void

const CONVENTIONS = [...EDITS, ...MARKS, ...MARKS_OF_SITES]

/** The most characters of what a remark is about. */
const SHOWN = 80

/**
 * Replaces other tools' syntax by Markdown, one convention after the other, before or after tags. Changes the draft.
 */
export function settleConventions(
  draft: Draft,
  around: Around,
  say: Say,
  when: 'first' | 'last',
): void {
  for (const { signs, found, becomes, says, isWhole, isLast = false } of CONVENTIONS) {
    if (isLast !== (when === 'last')) continue
    if (!signs.some((sign) => draft.masked.includes(sign))) continue
    const { text } = draft
    const edits: Edit[] = []
    for (const match of draft.masked.matchAll(found)) {
      const [from, to] = [match.index, match.index + match[0].length]
      const raw = text.slice(from, to)
      const groups = rawGroups(match, raw)
      const put = becomes(groups, around)
      if (put === null || put === raw) continue
      edits.push({ from, to, text: put })
      if (says !== undefined && !isWhole?.(groups))
        say(from, says, raw.trim().replace(/\s+/g, ' ').slice(0, SHOWN))
      else if (signs[0] === '[[') sayWiki(groups, around, from, say)
    }
    draft.edit(edits)
  }
}

function sayWiki(groups: readonly string[], { named }: Around, from: number, say: Say): void {
  const [whole = '', mark, name = ''] = groups
  const path = name.trim() === '' ? '' : named(name.trim())
  if (path === null) say(from, SAYS.nowhere, whole.slice(0, SHOWN))
  else if (mark === '!' && /\.(?:md|mdx|markdown)$/i.test(path))
    say(from, SAYS.embedded, whole.slice(0, SHOWN))
}

/** Returns the groups of a match in masked text, with the code in them. */
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
