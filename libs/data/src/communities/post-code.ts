/** A part of a post: plain text, code within a line, or a block of code. */
export interface PostPart {
  kind: 'text' | 'code' | 'block'
  text: string
  /** The position of the part in the post, in characters. */
  at: number
}

/** Matches the line that begins a block: at least three backticks, and a language, which is not shown. */
const FENCE = /^ {0,3}(`{3,})[^`]*$/
/** Matches code within a line, between two sequences of equally many backticks. */
const CODE = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g

/**
 * Splits the text of a post into code between backticks, as in Markdown, and the text around it. Other Markdown syntax
 * stays text (rules/communities#code).
 */
export function splitCode(text: string): PostPart[] {
  return splitBlocks(text).flatMap((part) => (part.kind === 'text' ? splitLines(part) : part))
}

/**
 * Splits a text into blocks of code and other text. A block without an end goes to the end of the post, which may be
 * shortened.
 */
function splitBlocks(text: string): PostPart[] {
  const parts: PostPart[] = []
  let fence = ''
  let part: PostPart = { kind: 'text', text: '', at: 0 }
  let at = 0
  const begin = (kind: 'text' | 'block', start: number) => {
    if (part.kind === 'block') parts.push({ ...part, text: part.text.replace(/\n$/, '') })
    else if (part.text !== '') parts.push(part)
    part = { kind, text: '', at: start }
  }
  for (const line of text.split(/(?<=\n)/)) {
    const start = at
    at += line.length
    if (fence === '') {
      fence = FENCE.exec(line.trimEnd())?.[1] ?? ''
      if (fence !== '') begin('block', start)
      else part.text += line
    } else if (isEnd(line.trim(), fence)) {
      fence = ''
      begin('text', at)
    } else part.text += line
  }
  begin('text', at)
  return parts
}

const isEnd = (line: string, fence: string) => line.length >= fence.length && /^`+$/.test(line)

function splitLines({ text, at }: PostPart): PostPart[] {
  const parts: PostPart[] = []
  let end = 0
  for (const { 0: whole, 2: code = '', index } of text.matchAll(CODE)) {
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index), at: at + end })
    parts.push({ kind: 'code', text: code, at: at + index })
    end = index + whole.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end), at: at + end })
  return parts
}
