import type { AddRemark } from './conventions'
import type { Draft, Edit } from './draft'
import { attributesOf } from './tags'
import { fileName, wrappedTarget } from './targets'

const FILM = 'A video or audio element became a link.'
const SCRIPT = 'An embedded script that shows code became a link.'
const SHOWN_AS_WRITTEN = 'A name in angle brackets is shown as text.'
const EXPRESSION = 'An MDX expression was left out.'

const WITH_CODE = /<([a-z][a-z0-9-]*)(?=\s)/g
const MEDIA = /<(video|audio|object|embed)\b/gi
const RENAMED = new Map([
  ['classname', 'class'],
  ['htmlfor', 'for'],
])
/** Matches attributes that only change the look of an element. */
const STYLE_ATTRIBUTES =
  /^(?:style|key|ref|on\w+|classname|class|width|height|loading|allow\w*|frameborder|target|rel)$/

/** Converts HTML whose attributes are MDX code to plain HTML. Changes the draft. */
export function settleCode(
  draft: Draft,
  imported: (name: string) => string | null,
  addRemark: AddRemark,
): void {
  // Fragments (`<>…</>`) only group their content, so they are removed.
  const fragments = [...draft.masked.matchAll(/<\/?>/g)]
  draft.edit(
    fragments.map(({ 0: tag, index }) => ({ from: index, to: index + tag.length, text: '' })),
  )
  const { text, masked } = draft
  if (!/=\s*\{|\{\s*\.\.\./.test(masked)) return
  const edits: Edit[] = []
  let end = 0
  for (const { 0: start, 1: name = '', index } of masked.matchAll(WITH_CODE)) {
    if (index < end) continue
    const read = attributesOf(text, index + start.length)
    if (!read?.hasCode) continue
    const { named, variables, isWhole, to } = read
    for (const [key, variable] of variables) {
      const path = imported(variable)
      if (path !== null) named.set(key, path)
      else if (!STYLE_ATTRIBUTES.test(key)) addRemark(index, EXPRESSION, `${key}={${variable}}`)
    }
    const attributes = [...named].map(
      ([key, value]) => ` ${RENAMED.get(key) ?? key}="${value.replace(/"/g, '&quot;')}"`,
    )
    edits.push({
      from: index,
      to,
      text: `<${name}${attributes.join('')}${isWhole && !/^(?:img|br|hr|input|source|wbr|embed)$/.test(name) ? `></${name}` : ''}>`,
    })
    end = to
  }
  draft.edit(edits)
}

const SOURCE = /<source\b[^<>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i

/** Replaces video and audio elements by links. Changes the draft. */
export function settleMedia(draft: Draft, addRemark: AddRemark): void {
  const { text, masked } = draft
  if (!/<(?:video|audio|object|embed)\b/i.test(masked)) return
  const edits: Edit[] = []
  const unclosed = new Set<string>()
  let end = 0
  for (const { 0: start, 1: name = '', index } of masked.matchAll(MEDIA)) {
    if (index < end) continue
    const read = attributesOf(text, index + start.length)
    if (read === null) continue
    const closing = new RegExp(`</${name}\\s*>`, 'gi')
    closing.lastIndex = read.to
    const isPair = !read.isWhole && name.toLowerCase() !== 'embed' && !unclosed.has(name)
    const close = isPair ? closing.exec(masked) : null
    if (isPair && close === null) unclosed.add(name)
    const to = close === null ? read.to : close.index + close[0].length
    const inner = text.slice(read.to, close?.index ?? read.to)
    const source = SOURCE.exec(inner)
    const target =
      read.named.get('src') ?? read.named.get('data') ?? source?.[1] ?? source?.[2] ?? source?.[3]
    if (target === undefined || target === '') continue
    const words = read.named.get('title') || read.named.get('aria-label') || fileName(target)
    addRemark(index, FILM, target)
    edits.push({
      from: index,
      to,
      text: `[${words.replace(/([[\]])/g, '\\$1')}](${wrappedTarget(target)})`,
    })
    end = to
  }
  draft.edit(edits)
}

const NAMES =
  /<(\/?)(html|head|body|title|link|meta|base|param|frame|frameset|option|optgroup|xmp|plaintext|select|textarea|script|style|template|canvas|svg|math|object|embed|video|audio|source|track|map|area)>/gi
/**
 * Matches elements of a whole page, such as `<body>`. A lesson does not contain these elements, so their names are
 * shown as text.
 */
const PAGE_ELEMENTS =
  /^(?:html|head|body|title|link|meta|base|param|frame|frameset|source|track|area)$/i

/**
 * Escapes names of elements that a sentence mentions, because the viewer would treat them as elements and hide them.
 * Changes the draft.
 */
export function settleNames(draft: Draft, addRemark: AddRemark): void {
  const { masked } = draft
  const edits: Edit[] = []
  for (const { 0: tag, 1: slash, 2: name = '', index } of masked.matchAll(NAMES)) {
    const other = slash === '/' ? masked.slice(0, index) : masked.slice(index)
    const hasOther = new RegExp(slash === '/' ? `<${name}[\\s>]` : `</${name}\\s*>`, 'i').test(
      other,
    )
    if (hasOther && !PAGE_ELEMENTS.test(name)) continue
    addRemark(index, SHOWN_AS_WRITTEN, tag)
    edits.push({ from: index, to: index + 1, text: '&lt;' })
  }
  draft.edit(edits)
}

const GIST =
  /<script\b[^<>]*?\ssrc\s*=\s*["']?(https:\/\/gist\.github\.com\/[^"'\s>]+?)\.js["']?[^<>]*>\s*<\/script>/gi

/** Replaces scripts that embed code, such as a gist, by links. Changes the draft. */
export function settleScripts(draft: Draft, addRemark: AddRemark): void {
  if (!draft.masked.includes('gist.github.com')) return
  const edits = [...draft.masked.matchAll(GIST)].map(({ 0: whole, 1: target = '', index }) => {
    addRemark(index, SCRIPT, target)
    return {
      from: index,
      to: index + whole.length,
      text: `[${target.replace('https://', '')}](${target})`,
    }
  })
  draft.edit(edits)
}

const MAX_OPEN = 100
const ANY_EXPRESSION = /(?<![\\$^_{])\{(?!\{|%|#|:|\/\*)/g

/**
 * Replaces MDX expressions in text: a literal becomes its value, a computation is removed, and a name stays as written.
 * Changes the draft.
 */
export function settleExpressions(
  draft: Draft,
  addRemark: AddRemark,
  endOf: (text: string, from: number) => number | null,
  literal: (text: string) => string | null,
): void {
  const { text, masked } = draft
  if (!masked.includes('{')) return
  const edits: Edit[] = []
  let end = 0
  let open = 0
  for (const { index } of masked.matchAll(ANY_EXPRESSION)) {
    if (index < end) continue
    const to = endOf(text, index)
    if (to === null) {
      // An unclosed brace hides the rest of the text, so the search ends here.
      open += 1
      if (open > MAX_OPEN) break
      continue
    }
    // Braces in a TeX formula are not expressions.
    const dollar = text.lastIndexOf('$', index)
    if (dollar >= 0 && !text.slice(dollar, index).includes('\n')) continue
    const written = text.slice(index, to)
    const inner = written.slice(1, -1)
    const words = literal(inner)
    const isHeadingId = /^\{:?\s*[#.][^{}\n]*\}$/.test(written)
    if (words !== null && !/^[\d.]+$/.test(inner.trim()))
      edits.push({ from: index, to, text: words })
    else if (!isHeadingId && /[\n(<=]/.test(inner)) {
      addRemark(index, EXPRESSION, written.replace(/\s+/g, ' ').slice(0, 80))
      edits.push({ from: index, to, text: '' })
    }
    end = to
  }
  draft.edit(edits)
}
