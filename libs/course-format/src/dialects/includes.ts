import type { TextLine } from '../reading/text-lines'

/** A file of the course that a text includes. */
export interface Included {
  path: string
  text: string
}

/** Finds the file that an address in another file includes; null if the course has no such file. */
export type FindIncluded = (from: string, target: string) => Included | null

/** An instruction to include a file. */
interface Inclusion {
  target: string
  /** The included part of the file: lines such as `2:10` or `2`, or the name of an anchor or a region. */
  part: string
  /** The language of the block of code that is made of the file; null if the file is included as Markdown. */
  language: string | null
}

const MDBOOK =
  /^\s*\{\{#(include|rustdoc_include|playground|playpen|code_include)\s+([^{}\s]+)[^{}]*\}\}\s*$/
const SNIPPET = /^\s*-{1,}8<-{1,}\s+["']([^"']+)["']\s*$/
const SNIPPETS = /^\s*-{1,}8<-{1,}\s*$/
const VITEPRESS = /^\s*<<<\s*(@?[^\s{[#]+)(?:#([\w-]+))?\s*(?:\{([^}]*)\})?.*$/
const COMMENT = /^\s*<!--\s*@?include:?\s+(\S+?)(?:\{([\d,-]*)\})?(?:#([\w-]+))?\s*-->\s*$/
const VUEPRESS = /^\s*@\[code(?:\{([\d-]+)\})?\s*(\w+)?[^\]]*\]\(([^()\s]+)\)\s*$/
const AT_INCLUDE = /^\s*@include:?\s+(\S+)\s*$/
const HUGO =
  /^\s*\{\{[<%]\s*(?:include|readfile|code_file|code_sample|codenew|import)\s+(?:file\s*=\s*)?["']?([^"'\s<>%{}]+)["']?[^{}]*\}\}\s*$/
const JEKYLL = /^\s*\{%-?\s*include(?:_relative)?\s+([\w./-]+\.(?:md|markdown|mdx))\s*-?%\}\s*$/
const MYST = /^\s*(`{3,}|~{3,}|:{3,})\{(literal)?include\}\s+(\S+)\s*$/

/** Matches texts that may include other files. */
export const INCLUDES =
  /\{\{#|8<-|<<<|(?:[@{%<-]\s*|literal)include|@\[code|readfile|code_sample|codenew|code_file/

const ENDINGS: Readonly<Record<string, string>> = {
  rs: 'rust',
  py: 'python',
  rb: 'ruby',
  sh: 'bash',
  yml: 'yaml',
  kt: 'kotlin',
  cs: 'csharp',
  txt: 'text',
}

function languageOf(path: string): string {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return ENDINGS[ending] ?? ending
}

const isMarkdown = (path: string) => /\.(?:md|mdx|markdown)$/i.test(path)

/** Splits `file.rs:here` or `file.rs:2:10` into the path and the part. */
function split(written: string): { target: string; part: string } {
  const [, target = written, part = ''] = /^(.+?\.\w+|[^:]+)(?::(.*))?$/.exec(written) ?? []
  return { target, part }
}

function inclusionOf(line: string): Inclusion | null {
  const book = MDBOOK.exec(line)
  if (book) {
    const isCode = book[1]?.startsWith('play')
    return { ...split(book[2] ?? ''), language: isCode ? '' : null }
  }
  const snippet = SNIPPET.exec(line)
  if (snippet) return { ...split(snippet[1] ?? ''), language: null }
  const vite = VITEPRESS.exec(line)
  // In VitePress, lines in braces are highlighted. They do not select a part.
  if (vite) return { target: vite[1] ?? '', part: vite[2] ?? '', language: '' }
  const comment = COMMENT.exec(line)
  if (comment) {
    return {
      target: comment[1] ?? '',
      part: comment[3] ?? comment[2]?.replace(/[,-]/, ':') ?? '',
      language: null,
    }
  }
  const press = VUEPRESS.exec(line)
  if (press)
    return {
      target: press[3] ?? '',
      part: press[1]?.replace('-', ':') ?? '',
      language: press[2] ?? '',
    }
  const myst = MYST.exec(line)
  if (myst) return { target: myst[3] ?? '', part: '', language: myst[2] === undefined ? null : '' }
  const other = AT_INCLUDE.exec(line) ?? HUGO.exec(line) ?? JEKYLL.exec(line)
  return other ? { target: other[1] ?? '', part: '', language: null } : null
}

const ANCHOR = /\bANCHOR(_END)?:\s*([\w-]+)/
const SECTION = /-{1,}8<-{1,}\s*\[(start|end):\s*([\w-]+)\s*\]/
const REGION = /#?(end)?region\b\s*([\w-]*)/i

/**
 * Parses a comment that marks the beginning or the end of a named part; null for other lines. These comments are not
 * included.
 */
function markOf(line: string): { name: string; opens: boolean } | null {
  const anchor = ANCHOR.exec(line)
  if (anchor) return { name: anchor[2] ?? '', opens: anchor[1] === undefined }
  const section = SECTION.exec(line)
  if (section) return { name: section[2] ?? '', opens: section[1] === 'start' }
  const region = /^\s*(?:\/\/|#|--|;|%|\/\*|<!--|REM\b|')\s*#?(?:end)?region\b/i.test(line)
    ? REGION.exec(line)
    : null
  return region ? { name: region[2] ?? '', opens: region[1] === undefined } : null
}

/** Returns a part of a file's text; null if the file has no such part. */
export function partOf(text: string, part: string): string | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const numbers = /^(\d*)(?:(:)(\d*))?$/.exec(part)
  if (part !== '' && numbers) {
    const from = numbers[1] === '' ? 1 : Number(numbers[1])
    const to = numbers[2] === undefined ? from : numbers[3] ? Number(numbers[3]) : lines.length
    return lines.slice(from - 1, to).join('\n')
  }
  if (part === '')
    return lines.filter((line) => !ANCHOR.test(line) && !SECTION.test(line)).join('\n')
  const taken: string[] = []
  let found = false
  let inside = false
  for (const line of lines) {
    const mark = markOf(line)
    if (mark === null) {
      if (inside) taken.push(line)
      continue
    }
    if (mark.name === part) {
      inside = mark.opens
      found = true
    } else if (inside && !mark.opens && mark.name === '') inside = false
  }
  return found ? dedented(taken) : null
}

function dedented(lines: readonly string[]): string {
  const indents = lines.flatMap((line) =>
    line.trim() === '' ? [] : [/^\s*/.exec(line)?.[0].length ?? 0],
  )
  const least = indents.length === 0 ? 0 : Math.min(...indents)
  return lines.map((line) => line.slice(least)).join('\n')
}

const MISSING = 'A file that the text includes is missing; its name is shown instead.'
const NO_PART = 'A part of a file that the text includes is missing; its name is shown instead.'
/** The maximum depth of files that include other files. */
const MAX_DEPTH = 5

type Hear = (line: number, message: string, about: string) => void

/** Returns the lines with the text of included files inserted, in code too, and reports missing files. */
export function withIncluded(
  lines: readonly TextLine[],
  path: string,
  find: FindIncluded,
  hear: Hear,
  depth = 0,
): readonly Omit<TextLine, 'prose'>[] {
  const written: Omit<TextLine, 'prose'>[] = []
  let block: string[] | null = null
  let end = 0
  for (const [at, line] of lines.entries()) {
    if (at < end) continue
    const { text, number, prose } = line
    const directive = MYST.exec(text)
    const inCode = !prose && directive === null && !text.trimStart().startsWith('<!--')
    const take = ({ target, part, language }: Inclusion, whole: string) => {
      const file = depth < MAX_DEPTH ? find(path, target) : null
      const content = file === null ? null : partOf(file.text, part)
      const indent = /^[\s>]*/.exec(text)?.[0] ?? ''
      const put = (lines: string) => {
        for (const each of lines.split('\n'))
          written.push({ text: each === '' ? indent.trimEnd() : indent + each, number })
      }
      if (file === null || content === null) {
        hear(number, file === null ? MISSING : NO_PART, target + (part === '' ? '' : `:${part}`))
        put(inCode ? whole : `\`${whole}\``)
        return
      }
      if (inCode) put(content)
      else if (language === null && isMarkdown(file.path)) {
        const body = content.replace(/^---\n[\s\S]*?\n---\n/, '')
        const inner = body.split('\n').map((each) => ({ text: each, number, prose: true }))
        for (const each of withIncluded(inner, file.path, find, hear, depth + 1)) put(each.text)
      } else put(`\`\`\`${language || languageOf(file.path)}\n${content}\n\`\`\``)
    }
    if (SNIPPETS.test(text)) {
      block = block === null ? [] : null
      continue
    }
    if (block !== null) {
      const bare = text.trim()
      if (bare !== '' && !bare.startsWith(';')) take({ ...split(bare), language: null }, bare)
      continue
    }
    const inclusion = inclusionOf(text)
    if (inclusion === null) {
      written.push({ text, number })
      continue
    }
    // MyST includes a file with a whole fence whose lines are options.
    if (directive !== null) {
      const marks = directive[1] ?? ''
      const close = lines.findIndex(
        (each, place) => place > at && each.text.trim().startsWith(marks),
      )
      end = close < 0 ? lines.length : close + 1
      for (const option of lines.slice(at + 1, end)) {
        const [, name, value = ''] = /^\s*:(lines|language):\s*(\S+)/.exec(option.text) ?? []
        if (name === 'lines') inclusion.part = value.replace('-', ':')
        if (name === 'language') inclusion.language = value
      }
    }
    take(inclusion, inclusion.target + (inclusion.part === '' ? '' : `:${inclusion.part}`))
  }
  return written
}

/** Matches texts that may import other files as strings. */
const IMPORTS = /raw-loader|\?raw/
const IMPORTED = /(?:!!raw-loader!|from\s+["'])([^"'\s?!]+)(?:\?raw)?["']/g

/** Returns the names of files that a text may include, in lower case. These files must be read with the course. */
export function includedNames(text: string): string[] {
  if (!INCLUDES.test(text) && !IMPORTS.test(text)) return []
  const names = text.split('\n').flatMap((line) => {
    const inclusion = inclusionOf(line)
    if (inclusion !== null) return [inclusion.target]
    const bare = /^\s*[\w./@-]+\.\w+(?::\S*)?\s*$/.test(line) ? [split(line.trim()).target] : []
    return [...bare, ...Array.from(line.matchAll(IMPORTED), ([, target = '']) => target)]
  })
  return [...new Set(names.map((name) => name.slice(name.lastIndexOf('/') + 1).toLowerCase()))]
}
