import type { AddRemark } from './conventions'
import type { Draft, Edit } from './draft'
import { type Meaning, readTag } from './meanings'
import { type Tag, tagsOf } from './tags'
import { fileName, wrappedTarget } from './targets'

const LEFT_OUT: Readonly<Record<Tag['tool'], string>> = {
  component: 'A component was left out; its content was kept.',
  shortcode: 'A shortcode was left out; its content was kept.',
  liquid: 'A tag of a template language was left out; its content was kept.',
  directive: 'A directive was left out; its content was kept.',
}
const SHOWN_AS_WRITTEN = 'A name in angle brackets is shown as text.'

/** The maximum number of characters of a tag that a remark quotes. */
const MAX_QUOTED = 80

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED - 1)}…` : line
}

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1
const lineEnd = (text: string, at: number) => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Returns the text with all tags replaced by spaces. */
function without(text: string, tags: readonly Tag[]): string {
  let bare = ''
  let end = 0
  for (const { from, to } of tags) {
    if (from < end) continue
    bare += text.slice(end, from) + text.slice(from, to).replace(/[^\n]/g, ' ')
    end = to
  }
  return bare + text.slice(end)
}

/** Returns a function that says whether the lines of a tag contain nothing but tags. */
function aloneIn(bare: string): (tag: Tag) => boolean {
  const known = new Map<number, boolean>()
  return ({ from, to }) => {
    const start = lineStart(bare, from)
    const before = known.get(start)
    if (before !== undefined && bare.indexOf('\n', from) >= to) return before
    const isAlone = bare.slice(start, lineEnd(bare, to)).trim() === ''
    known.set(start, isAlone)
    return isAlone
  }
}

const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0].length ?? 0

/**
 * Removes the indentation of the contents of components. In JSX the indentation has no meaning, but in Markdown it
 * would make the contents code.
 */
function dedent(draft: Draft): void {
  const { text } = draft
  const tags = tagsOf(text, draft.masked).filter(({ tool }) => tool === 'component')
  if (tags.length === 0) return
  const standsAlone = aloneIn(without(draft.masked, tags))
  const less = new Map<number, number>()
  for (const tag of tags) {
    const { partner } = tag
    if (tag.role !== 'open' || partner === undefined) continue
    if (!standsAlone(tag) || !standsAlone(partner)) continue
    const own = indentOf(text.slice(lineStart(text, tag.from)))
    const starts: number[] = []
    for (
      let at = lineEnd(text, tag.to) + 1;
      at <= lineStart(text, partner.from) - 1;
      at = lineEnd(text, at) + 1
    ) {
      if (text.slice(at, lineEnd(text, at)).trim() !== '') starts.push(at)
    }
    const least = Math.min(...starts.map((at) => indentOf(text.slice(at, at + 400))))
    const more = least - own
    if (starts.length === 0 || more <= 0) continue
    for (const at of starts) less.set(at, (less.get(at) ?? 0) + more)
  }
  draft.edit([...less].map(([from, more]) => ({ from, to: from + more, text: '' })))
}

function fence(code: string): string {
  const longest = Math.max(
    2,
    ...[...code.matchAll(/^[ \t]*(`{3,})/gm)].map(([, marks = '']) => marks.length),
  )
  return '`'.repeat(longest + 1)
}

function codeBlock({ language, title, text }: Extract<Meaning, { kind: 'code' }>): string {
  const code = (text ?? '').replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  const marks = fence(code)
  const titleAttribute = title === '' ? '' : ` title="${title.replace(/"/g, "'")}"`
  return `${marks}${language}${titleAttribute}\n${code}\n${marks}`
}

/** Indents all lines of a text after the first one like the first one. */
function indented(text: string, indent: string): string {
  return text.replace(/\n(?=[^\n])/g, `\n${indent}`)
}

/**
 * Replaces tags of other tools by Markdown, and reports everything that is shown differently than in its tool. Takes a
 * draft, whether it is MDX, and a function that returns the text of an imported name. Changes the draft.
 */
export function settleTags(
  draft: Draft,
  isMdx: boolean,
  variable: (name: string) => string | null,
  addRemark: AddRemark,
): void {
  dedent(draft)
  const { text, masked } = draft
  const tags = tagsOf(text, masked)
  if (tags.length === 0) return
  const bare = without(masked, tags)
  const standsAlone = aloneIn(bare)
  const edits: Edit[] = []
  const tell = (tag: Tag) =>
    addRemark(
      tag.from,
      LEFT_OUT[tag.tool],
      tag.tool === 'component' ? tag.name : shown(text.slice(tag.from, tag.to)),
    )
  let end = 0
  const closings = new Map<Tag, Meaning>()
  // The closing tags of links, before which the text of a link ends.
  const linked = new Set<Tag>()

  /** Replaces a tag by separate lines. Other tags are replaced within their line. */
  const putAlone = ({ from, to }: { from: number; to: number }, put: string) => {
    const start = lineStart(text, from)
    const stop = lineEnd(text, to)
    const indent = /^[ \t]*/.exec(text.slice(start, from))?.[0] ?? ''
    const isOnly = text.slice(start, from).trim() === '' && text.slice(to, stop).trim() === ''
    if (put === '') {
      const before = text.slice(lineStart(text, start - 1), Math.max(0, start - 1)).trim()
      const after = text.slice(stop + 1, lineEnd(text, stop + 1)).trim()
      const joins = isOnly && before !== '' && after !== ''
      if (isOnly)
        edits.push({ from: start, to: joins ? stop : Math.min(text.length, stop + 1), text: '' })
      else edits.push({ from, to, text: '' })
      return
    }
    const opens = text.slice(start, from).trim() === '' ? '' : `\n${indent}`
    const rest = text.slice(to, stop)
    const goesOn =
      rest.trim() !== '' && !/^\s*(?:<\/?[A-Z]|\{\{|\{%)/.test(rest) ? `\n${indent}` : ''
    edits.push({ from, to, text: `${opens}${indented(put, indent)}${goesOn}` })
  }

  for (const tag of tags) {
    if (tag.from < end) continue
    const { partner, role, from, to } = tag
    if (role === 'close') {
      const meaning = closings.get(tag)
      if (meaning === undefined) tell(tag)
      const isOwn = standsAlone(tag) || (partner !== undefined && isLine(bare, text, partner, tag))
      if (meaning?.kind === 'link' && linked.has(tag))
        edits.push({ from, to, text: `](${wrappedTarget(meaning.target)})` })
      else if (isOwn && (meaning?.kind === 'alert' || meaning?.kind === 'box'))
        putAlone(tag, meaning.kind === 'box' && meaning.title === '' ? '' : ':::')
      else if (isOwn) putAlone(tag, '')
      else edits.push({ from, to, text: '' })
      continue
    }
    const inner = partner === undefined ? '' : text.slice(to, partner.from).trim()
    const isWord =
      tag.tool === 'component' &&
      tag.isUnclosed &&
      tag.named.size === 0 &&
      !isMdx &&
      !standsAlone(tag)
    if (isWord) {
      addRemark(from, SHOWN_AS_WRITTEN, text.slice(from, to))
      edits.push({ from, to: from + 1, text: '&lt;' })
      continue
    }
    const { meaning, isWhole } = readTag(tag, inner, variable)
    // A link whose tags have their own lines contains the text between them.
    const isLinked = partner !== undefined && isLine(bare, text, tag, partner)
    const isAround = meaning.kind === 'link' && isLinked && inner !== ''
    const isOwn = !isAround && (standsAlone(tag) || isLinked)
    if (!isWhole) tell(tag)
    // The content of a tag that was replaced together with its content is skipped.
    if (
      partner !== undefined &&
      (meaning.kind === 'text' || meaning.kind === 'code' || meaning.kind === 'gone')
    ) {
      const put =
        meaning.kind === 'text' ? meaning.text : meaning.kind === 'code' ? codeBlock(meaning) : ''
      end = partner.to
      const isBlock =
        lineStart(text, from) === from - indentOf(text.slice(lineStart(text, from), from)) &&
        text.slice(partner.to, lineEnd(text, partner.to)).trim() === ''
      if (isBlock) putAlone({ from, to: partner.to }, put === '' ? '' : `\n${put}\n`)
      else
        edits.push({ from, to: partner.to, text: meaning.kind === 'code' ? `\`${inner}\`` : put })
      continue
    }
    if (partner !== undefined) closings.set(partner, meaning)
    if (meaning.kind === 'code') putAlone(tag, `\n${codeBlock(meaning)}\n`)
    else if (meaning.kind === 'text') {
      if (isOwn) putAlone(tag, meaning.text === '' ? '' : `\n${meaning.text}\n`)
      else edits.push({ from, to, text: meaning.text.replace(/^- /, '').replace(/\n+/g, ' ') })
    } else if (meaning.kind === 'link' && !isOwn) {
      if (partner !== undefined) linked.add(partner)
      edits.push({ from, to, text: '[' })
    } else if (!isOwn) edits.push({ from, to, text: '' })
    else if (meaning.kind === 'alert') {
      putAlone(
        tag,
        `:::${meaning.alert.toLowerCase()}${meaning.title === '' ? '' : `\n**${meaning.title}**\n`}`,
      )
    } else if (meaning.kind === 'box') {
      putAlone(tag, meaning.title === '' ? '' : `:::box\n**${meaning.title}**\n`)
    } else if (meaning.kind === 'link') {
      const words = meaning.title || fileName(meaning.target)
      putAlone(tag, `\n[${words.replace(/([[\]])/g, '\\$1')}](${wrappedTarget(meaning.target)})\n`)
    }
    if (meaning.kind === 'box' && meaning.title === '' && partner !== undefined)
      closings.set(partner, meaning)
  }
  draft.edit(edits)
}

/** Returns whether nothing but two tags and the content between them is on their lines. */
function isLine(bare: string, text: string, tag: Tag, partner: Tag): boolean {
  const start = lineStart(bare, tag.from)
  const end = lineEnd(bare, partner.to)
  const isOne = !text.slice(tag.from, partner.to).includes('\n')
  return (
    isOne && bare.slice(start, tag.from).trim() === '' && bare.slice(partner.to, end).trim() === ''
  )
}
