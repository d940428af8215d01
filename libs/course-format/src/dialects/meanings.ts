import { type AlertKind, alertOf } from './alerts'
import type { Tag } from './tags'
import { fileName, wrappedTarget } from './targets'

/** The meaning of a tag in Markdown. */
export type Meaning =
  /** An alert that contains the text between the tags. */
  | { kind: 'alert'; alert: AlertKind; title: string }
  /** A title above the text between the tags. */
  | { kind: 'box'; title: string }
  /** A block of code. */
  | { kind: 'code'; language: string; title: string; text: string | null }
  /** Markdown that replaces a whole tag. */
  | { kind: 'text'; text: string }
  /** A link around the text between the tags. */
  | { kind: 'link'; target: string; title: string }
  /** Neither the tag nor the text inside it is shown. */
  | { kind: 'gone' }

export interface Reading {
  meaning: Meaning
  /** Whether the Markdown shows everything that the tag shows in its tool. */
  isWhole: boolean
}

const given = ({ named }: Tag, ...names: string[]) =>
  names.map((name) => named.get(name)?.trim()).find((value) => value !== undefined && value !== '')

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const isWeb = (target: string) => /^(?:https?:)?\/\//i.test(target)

const link = (words: string, target: string) =>
  `[${words.replace(/([[\]])/g, '\\$1')}](${wrappedTarget(target)})`

const TITLES = ['title', 'heading', 'header', 'label', 'summary', 'caption', 'question', 'term']
/** Matches tags whose attribute `name` is shown as a label. In other tags it is an identifier. */
const NAMED = /^(?:tab|tabitem|step|item|person)$/
const ADDRESSES = ['href', 'to', 'url', 'link', 'path', 'relref', 'pageref']
/** Attributes that contain text for readers, in order of preference, for unknown tags. */
const TEXT_ATTRIBUTES = [
  'text',
  'description',
  'desc',
  'subtitle',
  'content',
  'children',
  'message',
  'answer',
  'body',
  'alt',
]

const HOSTS: readonly { name: RegExp; address: (id: string) => string }[] = [
  { name: /youtube|^yt$/, address: (id) => `https://youtu.be/${id}` },
  { name: /vimeo/, address: (id) => `https://vimeo.com/${id}` },
  { name: /loom/, address: (id) => `https://www.loom.com/share/${id}` },
]
const PLAYERS =
  /^(?:video(?:player|embed)?|player|reactplayer|embed|iframe|embedvideo|lite.*|responsivevideo)$/
const IDS = [
  'id',
  'videoid',
  'video',
  'vid',
  'youtubeid',
  'youtubeidid',
  'src',
  'url',
  'href',
  'link',
]

function filmOf(tag: Tag, inner: string): Meaning | null {
  const host = HOSTS.find(({ name }) => name.test(tag.key))
  if (host === undefined && !PLAYERS.test(tag.key)) return null
  const id =
    given(tag, ...IDS) ??
    tag.words[0] ??
    (/^\S+$/.test(inner) ? inner : undefined) ??
    (tag.tool === 'directive' ? given(tag, 'title') : undefined)
  if (id === undefined) return null
  const address =
    isWeb(id) || host === undefined ? id : /^[\w-]+$/.test(id) ? host.address(id) : null
  if (address === null) return null
  const title =
    given(tag, 'title', 'caption', 'alt', 'label') ?? (/\s/.test(inner) ? inner : undefined)
  if (title !== undefined && title !== id) return { kind: 'text', text: link(title, address) }
  return { kind: 'text', text: isWeb(address) ? address : link(fileName(address), address) }
}

const PICTURES =
  /^(?:img|image|figure|picture|illustration|diagram|screenshot|nextimage|img.*|themedimage|zoom.*|photo|svg|lightbox|enlarge|icon)$/

function pictureOf(tag: Tag): Meaning | null {
  const source =
    given(tag, 'src', 'source', 'image', 'img', 'url', 'path', 'file', 'href') ??
    (PICTURES.test(tag.key) ? tag.words[0] : undefined)
  if (source === undefined) return null
  const looksSo = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)(?:[?#].*)?$/i.test(source)
  // For most icons, the name only identifies a drawing in a set, so nothing is lost without it.
  if (tag.key === 'icon' && !looksSo) return null
  const isPicture =
    PICTURES.test(tag.key) ||
    (looksSo && tag.named.has('src')) ||
    (tag.named.has('src') && tag.named.has('alt'))
  if (!isPicture) return null
  const caption = given(tag, 'caption', 'title')
  const alt = given(tag, 'alt') ?? caption ?? tag.words[1] ?? ''
  const picture = `![${alt.replace(/([[\]])/g, '\\$1')}](${wrappedTarget(source)})`
  const around = tag.key === 'figure' || tag.tool !== 'component' ? given(tag, 'link') : undefined
  const shown = around === undefined ? picture : `[${picture}](${wrappedTarget(around)})`
  return {
    kind: 'text',
    text:
      caption === undefined || (caption === alt && given(tag, 'alt') !== undefined)
        ? shown
        : `${shown}\n\n${caption}`,
  }
}

const CODE =
  /^(?:highlight|codeblock|code|mermaid|prism|syntaxhighlighter|shell|snippet|codesnippet|plantuml|math|katex)$/
const BY_ITSELF = new Set(['mermaid', 'plantuml', 'math', 'katex'])

function codeOf(
  tag: Tag,
  inner: string,
  variable: (name: string) => string | null,
): Meaning | null {
  const isTabOfCode = given(tag, 'codelang') !== undefined
  if (
    (!CODE.test(tag.key) && !isTabOfCode) ||
    (tag.tool === 'component' && tag.key === 'highlight')
  )
    return null
  const language = BY_ITSELF.has(tag.key)
    ? tag.key
    : (given(tag, 'language', 'lang', 'codelang') ??
      given(tag, 'classname')?.replace(/^.*language-/, '') ??
      (tag.tool === 'liquid' && tag.key === 'code' ? '' : tag.words[0]) ??
      '')
  const title = given(tag, 'title', 'filename', 'file', ...(isTabOfCode ? ['name'] : [])) ?? ''
  const named =
    given(tag, 'code') ?? [...tag.variables.values()].map(variable).find((each) => each !== null)
  if (tag.role === 'whole')
    return named === undefined ? null : { kind: 'code', language, title, text: named }
  const expression = /^\{\s*(?:`([\s\S]*)`|([\w$]+))\s*\}$/.exec(inner)
  if (expression) {
    const text = expression[1]?.replace(/\\([`$\\])/g, '$1') ?? variable(expression[2] ?? '')
    return text === null || text === undefined ? null : { kind: 'code', language, title, text }
  }
  // A fence inside the tag stays a fence below the title.
  return /```|~~~/.test(inner)
    ? { kind: 'box', title }
    : { kind: 'code', language, title, text: inner }
}

const KIND_OF_ALERT = [
  'type',
  'variant',
  'kind',
  'style',
  'intent',
  'status',
  'severity',
  'color',
  'level',
  'context',
]
/** Matches boxes that lose nothing if only their contents are shown, one after another. */
const PLAIN_BOXES =
  /^(?:tabs?|tabitem|tabpane|tabpanel|tabbed|steps?|stepper|columns?|details|accordion|accordionitem|collapse|collapsible|expand|expander|fold|foldable|spoiler|toggle|codegroup|codetabs|content|contentref|raw|cards?|grid)$/

/**
 * Returns the meaning of a tag of any tool in Markdown. Takes the tag, its content, and a function that returns the
 * text of an imported file.
 */
export function readTag(
  tag: Tag,
  inner: string,
  variable: (name: string) => string | null,
): Reading {
  const { key, tool, role } = tag
  const whole = (meaning: Meaning): Reading => ({ meaning, isWhole: true })
  const part = (meaning: Meaning): Reading => ({ meaning, isWhole: false })
  if (tool === 'liquid' && key === 'comment') return part({ kind: 'gone' })
  // The documentation of Kubernetes inserts headings by a key, and the course does not contain their texts.
  if (tool === 'shortcode' && key === 'heading')
    return whole({ kind: 'text', text: capital(tag.words[0] ?? '') })
  if (tool === 'shortcode' && key === 'kbd' && tag.words.length > 0)
    return whole({ kind: 'text', text: `<kbd>${tag.words.join(' ')}</kbd>` })
  const sent =
    tool === 'liquid' && key === 'file' && role === 'open' ? given(tag, 'src') : undefined
  if (sent !== undefined)
    return whole({ kind: 'text', text: link(inner.replace(/\s+/g, ' ') || fileName(sent), sent) })
  const code = codeOf(tag, inner, variable)
  if (code !== null) return whole(code)
  const film = filmOf(tag, inner)
  if (film !== null) return whole(film)
  const title =
    given(tag, ...TITLES, ...(NAMED.test(key) ? ['name', 'value', 'tab'] : [])) ??
    (tool === 'component' || role === 'whole' || alertOf(tag.words[0] ?? '') !== undefined
      ? ''
      : (tag.words.find((word) => /[A-Za-z]/.test(word)) ?? ''))
  if (role === 'open') {
    const alert = alertOf(key)
    const said = [
      ...KIND_OF_ALERT.map((name) => tag.named.get(name) ?? ''),
      tag.words[0] ?? '',
    ].map(alertOf)
    if (alert !== undefined && !PLAIN_BOXES.test(key)) {
      return whole({
        kind: 'alert',
        alert: said.find((each) => each !== undefined) ?? alert,
        title,
      })
    }
    const target = tool === 'liquid' ? undefined : given(tag, ...ADDRESSES)
    if (target !== undefined) return part({ kind: 'link', target, title })
    return {
      meaning: { kind: 'box', title },
      isWhole: tool !== 'component' && PLAIN_BOXES.test(key),
    }
  }
  const picture = pictureOf(tag)
  if (picture !== null) return whole(picture)
  if (key === 'gist') {
    const address = `https://gist.github.com/${tag.words.slice(0, 2).join('/')}`
    return whole({ kind: 'text', text: link(address.slice('https://'.length), address) })
  }
  const alert = alertOf(key)
  const target =
    given(tag, ...ADDRESSES) ??
    (tool === 'liquid' && (key === 'file' || key === 'embed') ? given(tag, 'src') : undefined)
  const words = given(tag, ...TEXT_ATTRIBUTES) ?? ''
  if (target !== undefined) {
    const shown = link(title || words || fileName(target), target)
    const text = title !== '' && words !== '' ? `${shown}: ${words}` : shown
    // Cards become list items, because a link alone in a paragraph could turn the lesson into a link lesson.
    return {
      meaning: { kind: 'text', text: tool === 'component' ? `- ${text}` : text },
      isWhole: tool === 'liquid',
    }
  }
  if (alert !== undefined && (title !== '' || words !== '') && tool === 'component') {
    const body = [title === '' ? '' : `**${title}**`, words].filter((each) => each !== '')
    return part({ kind: 'text', text: `:::${alert.toLowerCase()}\n${body.join('\n\n')}\n:::` })
  }
  const said = [title === '' || words === '' ? title : `**${title}**`, words].filter(
    (each) => each !== '',
  )
  return part({ kind: 'text', text: said.join('\n\n') })
}
