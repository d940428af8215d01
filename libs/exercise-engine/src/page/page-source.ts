import type { ExerciseFile, Problem } from '../run/run'
import { FIRST_PAGE } from '../run/test-files'
import { guardLoops, PAGE_GLOBAL } from './loop-guard'

/** A script of a page. The document runs it at its position in the page. */
export interface PageScript {
  path: string
  /**
   * The code with guarded loops, in which each line has the same number as in the file; or why the script cannot run.
   */
  code: string | Problem
  isModule: boolean
}

export interface PageSource {
  /**
   * The HTML of the page. It loads nothing. Each script is replaced by a call of `run` of the document's global object.
   */
  html: string
  scripts: PageScript[]
  /** The file of the page, unchanged. */
  first: ExerciseFile
  /** Sentences about files that the page requests and that do not exist. */
  missing: string[]
}

const ATTRIBUTES = String.raw`((?:\s(?:"[^"]*"|'[^']*'|[^'">])*)?)`
/** Matches comments, elements whose content is plain text, and tags that refer to files. */
const TOKEN = new RegExp(
  `<!--[^]*?(?:-->|$)|<(script|style|textarea|title)${ATTRIBUTES}>([^]*?)(?:</\\1\\s*>|$)|<(link|img)${ATTRIBUTES}>`,
  'gi',
)
const ATTRIBUTE = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const JAVASCRIPT = /^(?:|module|(?:text|application)\/javascript)$/i
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

/**
 * Returns a page as one text: the style sheets and pictures of the exercise are put into it, and its scripts are
 * guarded. Returns null if there is no first page.
 */
export function pageSource(files: readonly ExerciseFile[]): PageSource | null {
  const first = files.find(({ path }) => path.toLowerCase() === FIRST_PAGE)
  if (!first) return null
  const scripts: PageScript[] = []
  const missing: string[] = []

  /** Returns the file with this address. If there is none, adds a sentence to `missing`. */
  const fileOf = (address: string): ExerciseFile | null => {
    const path = address.replace(/[?#].*$/, '').replace(/^(?:\.?\/)+/, '')
    const found = ADDRESS.test(address) ? undefined : files.find((file) => file.path === path)
    if (!found && !address.startsWith('data:')) missing.push(missingWords(address))
    return found ?? null
  }
  const script = (path: string, text: string, attributes: ReadonlyMap<string, string>): string => {
    const isModule = attributes.get('type')?.toLowerCase() === 'module'
    const isLate = isModule || (attributes.has('defer') && attributes.has('src'))
    scripts.push({ path, code: guardLoops(path, text, isModule ? 'module' : 'script'), isModule })
    // A module runs after the page has been parsed, like a deferred script.
    return `<script${isLate ? ' type="module"' : ''}>${callOf(scripts.length - 1)}</script>`
  }

  const html = first.text.replace(TOKEN, (whole, holder, held, content, tag, given, at: number) => {
    const name = String(holder ?? tag ?? '').toLowerCase()
    const attributes = attributesOf(holder === undefined ? (given ?? '') : held)
    if (name === 'script' && JAVASCRIPT.test(attributes.get('type') ?? '')) {
      const src = attributes.get('src')
      if (src === undefined) {
        const start = at + '<script'.length + held.length + 1
        return script(first.path, `${paddingTo(first.text, start)}${content}`, attributes)
      }
      const file = fileOf(src)
      return file ? script(file.path, file.text, attributes) : whole
    }
    if (name === 'link' && /\bstylesheet\b/i.test(attributes.get('rel') ?? '')) {
      const file = fileOf(attributes.get('href') ?? '')
      return file ? styleElement(file, attributes.get('media')) : whole
    }
    const src = attributes.get('src')
    if (name === 'img' && src !== undefined) {
      const file = fileOf(src)
      return file?.path.toLowerCase().endsWith('.svg')
        ? whole.replace(src, () => `data:image/svg+xml,${encodeURIComponent(file.text)}`)
        : whole
    }
    return whole
  })
  return { html, scripts, first, missing }
}

/** Returns the script that replaces the page's script with this number. */
export const callOf = (at: number) => `${PAGE_GLOBAL}.run(${at})`

const missingWords = (address: string) =>
  ADDRESS.test(address)
    ? `The page asks for ${address}. Pages of an exercise load nothing from other places.`
    : `The page asks for ${address || 'a file without a name'}, which is not a file of this exercise.`

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE))
    found.set(name.toLowerCase(), double ?? single ?? bare ?? '')
  return found
}

function styleElement({ text }: ExerciseFile, media: string | undefined): string {
  const of = media ? ` media="${media.replaceAll('"', '&quot;')}"` : ''
  // An end tag would close the element. In a style sheet, `<\/` means the same.
  return `<style${of}>${text.replace(/<\/(?=style)/gi, '<\\/')}</style>`
}

/** Returns white space of the same size, so that the text after it keeps its line and column. */
function paddingTo(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return '\n'.repeat(lines.length - 1) + ' '.repeat(lines.at(-1)?.length ?? 0)
}
