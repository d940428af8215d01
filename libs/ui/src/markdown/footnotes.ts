import type { TokenizerExtension, Tokens } from 'marked'
import { escapeHtml } from './escape-html'
import { prepareSource } from './prepare-source'

/** Class names by which `gatherFootnotes` recognises notes and references. The sanitiser does not remove classes. */
export const FOOTNOTE = 'footnote'
export const FOOTNOTE_REF = 'footnote-ref'

const LABEL = '\\[\\^([^\\]\\s[^]{1,60})\\]'
const DEFINITION = new RegExp(`^ {0,3}${LABEL}:[ \\t]*`)
const REFERENCE = new RegExp(`^${LABEL}`)
const NEXT_BLOCK = new RegExp(`^ {0,3}(?:${LABEL}:|#{1,6}\\s|\`{3}|~{3}|[<>]|[-*+]\\s|\\d+[.)]\\s)`)
const CONTINUES = /^(?: {2}|\t)/
const BLANK = /^[ \t]*$/

/** Returns the id, without its prefix, of the note with a label. */
function noteId(label: string): string {
  return `fn-${label}`
}

/**
 * Returns the lines of a note: its paragraph and, after blank lines, everything that is indented by two columns or
 * more. Takes linear time.
 */
function takeLines(source: string): string {
  let end = 0
  let taken = 0
  let afterBlank = false
  while (end < source.length) {
    const newline = source.indexOf('\n', end)
    const next = newline === -1 ? source.length : newline + 1
    const line = source.slice(end, next).replace(/\n$/, '')
    const blank = BLANK.test(line)
    const ends = NEXT_BLOCK.test(line) || (afterBlank && !CONTINUES.test(line))
    if (end > 0 && !blank && ends) break
    end = next
    if (!blank) taken = next
    afterBlank = blank
  }
  return source.slice(0, taken)
}

/** True while a note is parsed. Notes inside notes are not parsed, because one line could nest them without limit. */
let inNote = false

/** The definition of a note, `[^label]: The note.`. */
export const footnoteDefinition: TokenizerExtension = {
  name: 'footnoteDefinition',
  level: 'block',
  tokenizer(source) {
    const opening = inNote ? null : DEFINITION.exec(source)
    if (opening?.[1] === undefined) return undefined
    const raw = takeLines(source)
    // Prepared here, because `prepareSource` did not see list and quote marks that follow the label of the note.
    const text = prepareSource(raw.slice(opening[0].length).replace(/^(?: {1,4}|\t)/gm, ''))
    inNote = true
    try {
      const tokens = this.lexer.blockTokens(text, [])
      return { type: 'footnoteDefinition', raw, label: opening[1], tokens }
    } finally {
      inNote = false
    }
  },
}

/** A reference to a note, `[^label]`. */
export const footnoteReference: TokenizerExtension = {
  name: 'footnoteReference',
  level: 'inline',
  tokenizer(source) {
    const found = REFERENCE.exec(source)
    return found ? { type: 'footnoteReference', raw: found[0], label: found[1] } : undefined
  },
}

/** Returns the HTML of a note at the place where it was written; `gatherFootnotes` moves it to the end. */
export function definitionHtml(label: string, content: string): string {
  return `<section class="${FOOTNOTE}" id="${escapeHtml(noteId(label))}">${content}</section>\n`
}

/** Returns the HTML of a reference. It contains the original text, which stays if no note has this label. */
export function referenceHtml({ raw, label }: Tokens.Generic): string {
  const href = `#${encodeURIComponent(noteId(String(label)))}`
  return `<sup class="${FOOTNOTE_REF}"><a href="${escapeHtml(href)}">${escapeHtml(raw)}</a></sup>`
}
