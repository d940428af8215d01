import type { TextLine } from './text-lines'
import type { Remark } from './yaml-entries'

const INLINE_CODE = /(`+)(?!`).*?[^`]\1(?!`)/g
const MARKDOWN = /(!?)\[[^[\]]*\]\(\s*<?([^\s()<>]*)/g
const AROUND_IMAGE = /\]\([^()]*\)\]\(\s*<?([^\s()<>]*)/g
const REFERENCE = /^ {0,3}\[[^[\]]+\]:\s*<?([^\s<>]+)/
const HTML = /<(a|img)\s[^<>]*?\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi

/** Longer lines are data, not prose. */
const LONGEST_LINE = 20_000

function leadsSomewhere(target: string): boolean {
  return /^(?:https?:\/\/|\/\/|mailto:|#)/i.test(target)
}

function sentence(isImage: boolean, target: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
    const kind = isImage ? 'The image address' : 'The link'
    return `${kind} "${target.slice(0, 80)}" is neither http(s) nor mail; learners see its text only.`
  }
  return isImage
    ? `The image "${target}" lies beside the file and can't be shown; learners see its description.`
    : `The link to "${target}" leads nowhere outside this folder; learners see its text only.`
}

/**
 * In: the lines of a lesson. Out: a remark for each link and image whose address leads nowhere once
 * the text has left its folder. Code is not looked at.
 */
export function findBrokenLinks(lines: TextLine[]): Remark[] {
  const remarks: Remark[] = []
  for (const line of lines) {
    if (!line.prose || line.text.length > LONGEST_LINE) continue
    const text = line.text.replace(INLINE_CODE, '')
    const found: [isImage: boolean, target: string][] = [
      ...[...text.matchAll(MARKDOWN)].map(([, mark, to = '']): [boolean, string] => [
        mark === '!',
        to,
      ]),
      ...[...text.matchAll(AROUND_IMAGE)].map(([, to = '']): [boolean, string] => [false, to]),
      ...[...text.matchAll(HTML)].map(([, tag, double, single, bare]): [boolean, string] => [
        tag?.toLowerCase() === 'img',
        double ?? single ?? bare ?? '',
      ]),
    ]
    const reference = REFERENCE.exec(text)?.[1]
    if (reference !== undefined) found.push([false, reference])
    for (const [isImage, target] of found) {
      if (target !== '' && !leadsSomewhere(target)) {
        remarks.push({ line: line.number, message: sentence(isImage, target) })
      }
    }
  }
  return remarks
}
