import { endOfBrackets, literalOf } from './scan-code'

/**
 * The syntax of a tag: a component of MDX, a shortcode of Hugo, a tag of Liquid (Jekyll, GitBook), or a directive of
 * remark.
 */
export type TagTool = 'component' | 'shortcode' | 'liquid' | 'directive'

/** A tag of another tool in a text. */
export interface Tag {
  tool: TagTool
  /** The name as written. Compare `key` instead. */
  name: string
  /** The name in lower case, without separators. */
  key: string
  role: 'open' | 'close' | 'whole'
  /** Arguments without a name. */
  words: string[]
  /** Arguments that are plain text, by their names in lower case. */
  named: ReadonlyMap<string, string>
  /** Arguments that name a variable, such as an import. */
  variables: ReadonlyMap<string, string>
  from: number
  to: number
  /** The matching closing or opening tag. */
  partner?: Tag
  /** Whether the tag is an opening tag without a closing one. */
  isUnclosed?: true
}

/** The maximum length of a tag, in characters. */
const MAX_LENGTH = 5000

/** Returns a tag's name for comparisons: in lower case, without separators. */
export function keyOf(name: string): string {
  return name.toLowerCase().replace(/[-_./]/g, '')
}

interface Attributes {
  to: number
  isWhole: boolean
  named: Map<string, string>
  variables: Map<string, string>
  /** Whether an argument is code in braces or is spread. */
  hasCode: boolean
}

const NAME = /[^\s=>/{}"'<`]+/y
const BARE_VALUE = /[^\s>"'`<]+/y

function found(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

function entities(text: string): string {
  return text.replace(
    /&(quot|#39|apos|lt|gt|amp);/g,
    (_all, name: string) =>
      ({ quot: '"', '#39': "'", apos: "'", lt: '<', gt: '>', amp: '&' })[name] ?? '',
  )
}

/**
 * Parses the arguments after a tag's name, and returns them with the position of the tag's end; null if it is no tag.
 */
export function attributesOf(text: string, from: number): Attributes | null {
  const named = new Map<string, string>()
  const variables = new Map<string, string>()
  let hasCode = false
  const end = Math.min(text.length, from + MAX_LENGTH)
  for (let at = from; at < end; ) {
    const sign = text[at] ?? ''
    if (sign === '>') return { to: at + 1, isWhole: false, named, variables, hasCode }
    if (text.startsWith('/>', at)) return { to: at + 2, isWhole: true, named, variables, hasCode }
    if (sign === '\n' && /\n[ \t]*\n/y.test(text.slice(at, at + 80))) return null
    if (/\s/.test(sign) || sign === '/') {
      at += 1
      continue
    }
    if (sign === '{') {
      const after = endOfBrackets(text, at)
      if (after === null) return null
      hasCode = true
      at = after
      continue
    }
    const name = found(NAME, text, at)
    if (name === null) return null
    at += name.length
    const key = name.toLowerCase()
    const equals = found(/[ \t\n]*=[ \t\n]*/y, text, at)
    if (equals === null) {
      named.set(key, '')
      continue
    }
    at += equals.length
    const quote = text[at]
    if (quote === '"' || quote === "'") {
      const close = text.indexOf(quote, at + 1)
      if (close < 0) return null
      named.set(key, entities(text.slice(at + 1, close)))
      at = close + 1
    } else if (quote === '{') {
      const after = endOfBrackets(text, at)
      if (after === null) return null
      hasCode = true
      const expression = text.slice(at + 1, after - 1).trim()
      const literal = literalOf(expression)
      if (literal !== null) named.set(key, literal)
      else if (/^[\w$]+$/.test(expression)) variables.set(key, expression)
      at = after
    } else {
      const value = found(BARE_VALUE, text, at)
      if (value === null) return null
      named.set(key, value)
      at += value.length
    }
  }
  return null
}

const COMPONENT = /<(\/?)([A-Z][\w]*(?:\.[\w]+)*)(?=[\s/>])/g
/** Matches the text before an address in angle brackets, as in `](<My plan.pdf>)` and `[plan]: <My plan.pdf>`. */
const ADDRESS_BEFORE = /\]\([ \t]*$|\]:[ \t]*$/
const PLACEHOLDER = /^[A-Z][A-Z0-9_]*$/

function componentsOf(text: string, masked: string): Tag[] {
  if (!/<\/?[A-Z]/.test(masked)) return []
  const tags: Tag[] = []
  let end = 0
  for (const { 0: start, 1: slash, 2: name = '', index } of masked.matchAll(COMPONENT)) {
    if (index < end || ADDRESS_BEFORE.test(masked.slice(Math.max(0, index - 4), index))) continue
    const read = attributesOf(text, index + start.length)
    if (read === null) continue
    const role = slash === '/' ? 'close' : read.isWhole ? 'whole' : 'open'
    const { to, named, variables } = read
    const tag: Tag = {
      tool: 'component',
      name,
      key: keyOf(name),
      role,
      words: [],
      named,
      variables,
      from: index,
      to,
    }
    // `<MESSAGE>` tells the reader to insert something. The viewer shows it as text, too.
    const isWord = role === 'open' && PLACEHOLDER.test(name) && !masked.includes(`</${name}>`, to)
    if (isWord) continue
    end = to
    tags.push(tag)
  }
  return tags
}

const VALUES =
  /([\w:.-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|'([^']*)'|([^\s"'`]+))|"((?:[^"\\]|\\.)*)"|`([^`]*)`|'([^']*)'|(\S+)/g

function valuesOf(written: string): Pick<Tag, 'words' | 'named'> {
  const words: string[] = []
  const named = new Map<string, string>()
  for (const [, name, a, b, c, d, e, f, g, h] of written.matchAll(VALUES)) {
    if (name !== undefined) named.set(name.toLowerCase(), a ?? b ?? c ?? d ?? '')
    else words.push(e ?? f ?? g ?? h ?? '')
  }
  return { words, named }
}

const SHORTCODE =
  /\{\{([<%])\s*(\/?)\s*([A-Za-z][\w./-]*)((?:(?!\}\}|\{\{)[\s\S])*?)(\/?)\s*[>%]\}\}/g
const LIQUID = /(?<!\{)\{%-?\s*(end)?(@?[A-Za-z][\w/-]*)((?:(?!%\}|\{%)[\s\S])*?)-?%\}(?!\})/g
const DIRECTIVE = /^[ \t]*::([A-Za-z][\w-]*)(?:\[([^\]\n]*)\])?(?:\{([^}\n]*)\})?[ \t]*$/gm

const NONE: ReadonlyMap<string, string> = new Map()

function shortcodesOf(text: string, masked: string): Tag[] {
  if (!masked.includes('{{<') && !masked.includes('{{%')) return []
  return [...masked.matchAll(SHORTCODE)].map(
    ({ 0: whole, 2: slash, 3: name = '', 4: rest = '', 5: own, index }): Tag => {
      const begin = index + whole.indexOf(name, 3) + name.length
      const role = slash === '/' ? 'close' : own === '/' ? 'whole' : 'open'
      return {
        ...{ tool: 'shortcode', name, key: keyOf(name), role, variables: NONE },
        ...valuesOf(text.slice(begin, begin + rest.length)),
        ...{ from: index, to: index + whole.length },
      }
    },
  )
}

/** Liquid tags that show content. Other Liquid tags compute something and stay as written. */
const CONTENT_TAGS = new Set(
  'hint tabs tab code embed file contentref stepper step columns column highlight raw comment details youtube vimeo video figure callout note tip info warning danger caution important alert'.split(
    ' ',
  ),
)

function liquidOf(text: string, masked: string): Tag[] {
  if (!masked.includes('{%')) return []
  return [...masked.matchAll(LIQUID)].flatMap(
    ({ 0: whole, 1: end, 2: name = '', 3: rest = '', index }): Tag[] => {
      const key = keyOf(name)
      // Extensions of GitBook: `{% @figma/embed url="…" %}`.
      if (!CONTENT_TAGS.has(key) && !name.startsWith('@')) return []
      const begin = index + whole.indexOf(name) + name.length
      return [
        {
          ...{
            tool: 'liquid',
            name,
            key,
            variables: NONE,
            role: end === undefined ? 'open' : 'close',
          },
          ...valuesOf(text.slice(begin, begin + rest.length)),
          ...{ from: index, to: index + whole.length },
        },
      ]
    },
  )
}

function directivesOf(text: string, masked: string): Tag[] {
  if (!masked.includes('::')) return []
  return [...masked.matchAll(DIRECTIVE)].map(
    ({ 0: whole, 1: name = '', 2: label, 3: rest = '', index }): Tag => {
      const { words, named } = valuesOf(rest)
      const from = index + whole.search(/\S/)
      const key = keyOf(name)
      const id = words.flatMap((word) => (word.startsWith('#') ? [word.slice(1)] : []))
      const given = new Map([
        ...(label
          ? [
              [
                'title',
                text.slice(from, from + whole.length).replace(/^[^[]*\[([^\]]*)\][\s\S]*$/, '$1'),
              ] as const,
            ]
          : []),
        ...id.map((one) => ['id', one] as const),
        ...named,
      ])
      return {
        tool: 'directive',
        name,
        key,
        role: 'whole',
        words: [],
        named: given,
        variables: NONE,
        from,
        to: index + whole.trimEnd().length,
      }
    },
  )
}

/** Pairs opening with closing tags. A tag without a partner stands alone. */
function paired(tags: Tag[]): Tag[] {
  const open: Tag[] = []
  for (const tag of tags) {
    if (tag.role === 'open') open.push(tag)
    if (tag.role !== 'close') continue
    const place = open.findLastIndex(({ tool, name }) => tool === tag.tool && name === tag.name)
    const opened = open[place]
    if (opened === undefined) continue
    opened.partner = tag
    tag.partner = opened
    open.splice(place)
  }
  for (const tag of tags) {
    if (tag.role !== 'open' || tag.partner !== undefined) continue
    tag.role = 'whole'
    tag.isUnclosed = true
  }
  return tags
}

/**
 * Returns the tags of other tools in order of position, with their partners. Takes a text and the same text with masked
 * code.
 */
export function tagsOf(text: string, masked: string): Tag[] {
  const tags = [componentsOf, shortcodesOf, liquidOf, directivesOf].flatMap((read) =>
    read(text, masked),
  )
  return paired(tags.sort((one, other) => one.from - other.from))
}
