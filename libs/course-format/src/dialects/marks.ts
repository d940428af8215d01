import { headingSlug } from '../reading/heading-places'
import { alertOf } from './alerts'
import {
  type Convention,
  HEADING_LINE,
  LIST,
  namedHeading,
  REMARKS,
  TARGET,
  type TextContext,
} from './convention'
import { targetOfPath, wrappedTarget } from './targets'

function bareTarget(target: string): string {
  return target.replace(/^<|>$/g, '')
}

function wikiLink(groups: readonly string[], { named }: TextContext): string | null {
  const [, mark = '', written = '', place = '', shown = ''] = groups
  const name = written.trim()
  const heading = place.replace(/^#+/, '').split('#').at(-1)?.trim() ?? ''
  const anchor =
    heading === ''
      ? ''
      : `#${encodeURIComponent(heading.startsWith('^') ? heading.slice(1) : headingSlug(heading))}`
  const path = name === '' ? null : named(name)
  const size = /^(\d+)(?:x(\d+))?$/.exec(shown.trim())
  const words =
    (size === null ? shown.trim() : '') ||
    (name === ''
      ? heading
      : `${name
          .replace(/\.(?:md|mdx)$/i, '')
          .split('/')
          .at(-1)}${heading === '' || heading.startsWith('^') ? '' : ` › ${heading}`}`)
  if (name !== '' && path === null) return words
  const target = path === null ? anchor : `/${targetOfPath(path)}${anchor}`
  const isPicture =
    path !== null && mark === '!' && /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(path)
  if (!isPicture) return `[${words}](${target})`
  const alt = size === null ? shown.trim() : ''
  if (size === null) return `![${alt}](${target})`
  return `<img src="${target}" alt="" width="${size[1]}"${size[2] === undefined ? '' : ` height="${size[2]}"`}>`
}

/** The conventions in the order in which they are applied. */
export const MARKS: readonly Convention[] = [
  {
    tool: 'Hugo: a shortcode that is only shown',
    signs: ['/*'],
    found: /\{\{([<%])\/\*\s*([^{}\n]*?)\s*\*\/([>%])\}\}/g,
    becomes: ([, open, words, close]) => `\`{{${open} ${words} ${close}}}\``,
  },
  {
    tool: 'Hugo: the address of a page',
    signs: ['ref'],
    found: /\{\{[<%]\s*(?:rel)?ref\s+(?:path\s*=\s*)?["`']?([^"'`\s<>{}]+)["`']?[^{}]*\}\}/g,
    becomes: ([, target = ''], { named }) => {
      const [, page = '', place = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
      const path = page === '' || page.startsWith('/') ? null : named(page)
      return path === null ? target : `/${targetOfPath(path)}${place}`
    },
  },
  {
    tool: 'Jekyll: the address of the site before a path',
    signs: ['{{'],
    found:
      /(\]\(\s*<?|(?:href|src)\s*=\s*["']?)\{\{-?\s*(?:site\.(?:baseurl|url)|page\.root|base_path|\.Site\.BaseURL)\s*-?\}\}/g,
    becomes: ([, before = '']) => before,
  },
  {
    tool: 'Jekyll: the address of a page',
    signs: ['{%'],
    found:
      /(\]\(\s*<?|(?:href|src)\s*=\s*["']?|^\[[^\]\n]+\]:\s*)\{%-?\s*(?:link|post_url)\s+(\S+?)\s*-?%\}/gm,
    becomes: ([, before = '', target = '']) => `${before}/${target.replace(/^\//, '')}`,
  },
  {
    tool: 'Jekyll and Hugo: the address of a file',
    signs: ['{{'],
    found:
      /(\]\(\s*<?|(?:href|src)\s*=\s*["']?)\{\{-?\s*["']([^"'\s]+)["']\s*\|\s*(?:(?:relative|absolute)_url|relURL|absURL)\s*-?\}\}/g,
    becomes: ([, before = '', target = '']) => `${before}${target}`,
  },
  {
    tool: 'Obsidian and wikis: a link or a picture by name',
    signs: ['[['],
    found:
      /(?<![[\]\\])(!?)\[\[(?!\s|_?toc_?\]\])([^[\]|#\n]*?)((?:#[^[\]|\n]*?)?)(?:\\?\|([^[\]\n]*))?\]\](?![(\]:])/gi,
    becomes: (groups, context) => {
      const [, , name = '', place = ''] = groups
      // `[[1, 2]]` is a list of numbers, not a link.
      if (name.trim() === '' && place === '') return null
      if (/^[\d\s,.;"'-]+$/.test(name) && context.named(name) === null) return null
      return wikiLink(groups, context)
    },
  },
  {
    tool: 'Obsidian: the size of a picture',
    signs: ['|'],
    found: new RegExp(String.raw`!\[([^[\]\n|]*)\|[ \t]*(\d+)(?:x(\d+))?\]\((${TARGET})\)`, 'g'),
    becomes: ([, alt = '', width = '', height, target = '']) =>
      `<img src="${encodeURI(decodeSafely(bareTarget(target)))}" alt="${alt.trim().replace(/"/g, '&quot;')}" width="${width}"${height ? ` height="${height}"` : ''}>`,
  },
  {
    tool: 'Obsidian: what only its author reads',
    signs: ['%%'],
    found: /(?<![%\w\\])%%(?!%)((?:(?!%%)[\s\S]){1,4000}?)%%(?![%\w])/g,
    becomes: () => '',
    remark: REMARKS.comment,
  },
  {
    tool: 'Obsidian and others: marked words',
    signs: ['=='],
    found: /(?<![=\w\\])==(?=[^\s=])([^\n=]*?[^\s=])==(?![=\w])/g,
    becomes: ([, words = '']) => `<mark>${words}</mark>`,
  },
  {
    tool: 'Obsidian: a name for a block',
    signs: ['^'],
    found: /(?<=\S)[ \t]+\^([A-Za-z0-9-]+)[ \t]*$/gm,
    becomes: ([, id], { isVault }) => (isVault ? ` <a id="${id}"></a>` : null),
  },
  {
    tool: 'GitHub, Obsidian: the kind and the title of a note',
    signs: ['[!'],
    found: /^((?:[ \t]*>)+[ \t]*)\[!([A-Za-z][\w -]*)(?:\|[^\]\n]*)?\]([+-]?)[ \t]*([^\n]*)$/gm,
    becomes: ([, marks = '', kind = '', , title = '']) => {
      const alert = alertOf(kind) ?? 'NOTE'
      const words = title.replace(/\\$/, '').trim()
      return words === ''
        ? `${marks}[!${alert}]`
        : `${marks}[!${alert}]\n${marks}**${words}**\n${marks.trimEnd()}`
    },
  },
  {
    tool: 'MDX: the name of a heading',
    signs: ['{/*'],
    found: new RegExp(
      String.raw`(${HEADING_LINE})[ \t]*\{\/\*(?:\s*#)?([^\s*{}#]+)(?:(?<=#[^\s*]+)\s*)?\*\/\}[ \t#]*$`,
      'gm',
    ),
    becomes: ([, words = '', id = '']) => namedHeading(words, id),
  },
  {
    tool: 'the name of a heading, in signs that the viewer does not take',
    signs: ['{'],
    found: new RegExp(
      String.raw`(${HEADING_LINE})[ \t]*\{:?[ \t]*([^{}\n/*]*?)[ \t]*\}[ \t#]*$`,
      'gm',
    ),
    becomes: ([, words = '', list = '']) => {
      const parts = list.split(/[ \t]+/)
      const isList = parts.every((part) => /^(?:[#.][^\s{}]+|[\w:-]+=\S*|-)$/.test(part))
      if (!isList) return null
      const id = parts.find((part) => part.startsWith('#'))?.slice(1)
      return id === undefined ? words.trimEnd() : namedHeading(words, id)
    },
  },
  {
    tool: 'MDX: a comment',
    signs: ['{/*'],
    found: /[ \t]?\{\/\*(?:(?!\*\/)[\s\S]){0,2000}\*\/\}/g,
    becomes: () => '',
  },
  {
    tool: 'a table of contents of the page',
    signs: ['toc', 'TOC', 'Toc'],
    found:
      /^[ \t]*(?:\[\[?_?toc_?\]?\]|\$\{toc\}|@\[toc\][^\n]*|(?:[-*+][^\n]*\n)?[ \t]*\{:\s*toc\b[^{}\n]*\})[ \t]*$/gim,
    becomes: () => '',
    remark: REMARKS.contents,
  },
  {
    tool: 'mdBook: the title of a page',
    signs: ['{{#title'],
    found: /^[ \t]*\{\{#title\b[^{}\n]*\}\}[ \t]*$/gm,
    becomes: () => '',
    remark: REMARKS.title,
  },
  {
    tool: 'Material for MkDocs: icons',
    signs: [':material-', ':fontawesome-', ':octicons-', ':simple-'],
    found: /:(?:material|fontawesome|octicons|simple)-[\w-]+:(?:\{[^{}\n]*\})?[ \t]?/g,
    becomes: () => '',
    remark: REMARKS.icon,
  },
  {
    tool: 'MkDocs: keys',
    signs: ['++'],
    found:
      /(?<![+\w\\])\+\+([a-z0-9]+(?:-[a-z0-9]+)*(?:\+[a-z0-9]+(?:-[a-z0-9]+)*)*)\+\+(?![+\w])/g,
    becomes: ([, keys = '']) =>
      keys
        .split('+')
        .map((key) => `<kbd>${key.charAt(0).toUpperCase()}${key.slice(1)}</kbd>`)
        .join('+'),
  },
  {
    tool: 'Pandoc: a note in its place',
    signs: ['^['],
    found: /(?<=[^\s[])\^\[([^[\]\n]+)\]/g,
    becomes: ([, words = '']) => ` (${words})`,
  },
  {
    tool: 'HackMD: the size of a picture',
    signs: ['='],
    found: new RegExp(
      String.raw`(!\[[^[\]\n]*\]\(\s*${TARGET}(?:[ \t]+"[^"\n]*")?)[ \t]+=\d*%?(?:x\d*%?)?[ \t]*\)`,
      'g',
    ),
    becomes: ([, before = '']) => `${before})`,
    remark: REMARKS.looks,
  },
  {
    tool: 'Pandoc: how words look',
    isLast: true,
    signs: [']{'],
    found: /(?<![\]!:\w])\[([^[\]\n]+)\]\{[ \t]*[.#][^{}\n]*\}/g,
    becomes: ([, words = '']) => words,
    remark: REMARKS.looks,
  },
  {
    tool: 'remark: a directive in a line',
    isLast: true,
    signs: [':'],
    found: /(?<![\w:]):([a-z][\w-]*)\[([^\]\n]{0,300})\](?:\{[^}\n]{0,300}\})?/g,
    becomes: ([, , words = '']) => words,
    remark: 'A directive was left out; its content was kept.',
  },
  {
    tool: 'kramdown, Python Markdown: how something in a line looks',
    isLast: true,
    signs: ['{'],
    found: new RegExp(String.raw`(?<=[)\]*_\u0081>])(?!\{:)${LIST}`, 'g'),
    becomes: ([whole = '']) => {
      const id = /#([\w:-]+)/.exec(whole)?.[1]
      return id === undefined ? '' : `<a id="${id}"></a>`
    },
    remark: REMARKS.looks,
    isWhole: ([whole = '']) => /^\{:?\s*(?:(?:target|rel|#)[^\s}]*\s*)+\}$/.test(whole),
  },
  {
    tool: 'Python Markdown: how a block looks',
    isLast: true,
    signs: ['{'],
    found: new RegExp(String.raw`^[ \t]*(?!\{:)${LIST}[ \t]*$`, 'gm'),
    becomes: () => '',
    remark: REMARKS.looks,
  },
  {
    tool: 'markdown-it: a video',
    signs: ['@['],
    found: new RegExp(String.raw`@\[(youtube|vimeo|loom|osf|youku|video)\]\((${TARGET})\)`, 'gi'),
    becomes: ([, host = '', target = '']) => {
      const id = bareTarget(target)
      if (/^https?:/i.test(id)) return `<${id}>`
      const address = {
        youtube: 'https://youtu.be/',
        vimeo: 'https://vimeo.com/',
        loom: 'https://www.loom.com/share/',
      }[host.toLowerCase()]
      return address === undefined ? `[${id}](${wrappedTarget(id)})` : `<${address}${id}>`
    },
  },
  {
    tool: 'MyST: roles',
    signs: ['}\u0081'],
    found: /\{([a-z][\w:-]*)\}(\u0081+)/g,
    becomes: ([whole = '', role = '']) => {
      const words = whole.replace(/^\{[^}]*\}`+|`+$/g, '')
      const [, shown = '', target] = /^(.*?)\s*<([^<>]+)>$/.exec(words) ?? []
      const isName = /^(?:num)?ref$/.test(role)
      if (target !== undefined) return `[${shown}](${isName ? '#' : ''}${wrappedTarget(target)})`
      if (isName) return `[${words}](#${wrappedTarget(words)})`
      if (/^(?:doc|download)$/.test(role)) return `[${words}](${wrappedTarget(words)})`
      return /^(?:kbd|sub|sup)$/.test(role)
        ? `<${role}>${words}</${role}>`
        : whole.replace(/^\{[^}]*\}/, '')
    },
  },
  {
    tool: 'mdBook: a comment behind the address of a reference',
    signs: [']:'],
    found: /^( {0,3}\[[^\]\n]+\]:[ \t]*[^\s\u0081]+)\u0081+[ \t]*$/gm,
    becomes: ([whole = '']) => whole.replace(/<!--[\s\S]*$/, ''),
  },
  {
    tool: 'everyone: an address with blanks',
    signs: [']('],
    found:
      /(?<=\])\(((?:[^()<>\n"']|\([^()\n"']*\))*?[^()<>\s"'][ \u00A0\u202F](?:[^()<>\n"']|\([^()\n"']*\))*\.\w{2,5}(?:#[^()\s]*)?)\)/g,
    becomes: ([, target = '']) => `(<${target.trim()}>)`,
  },
  {
    tool: 'everyone: a picture in a link, that browsers do not load',
    signs: ['http://'],
    found: /(?<=\[)!\[([^[\]\n]*)\]\(\s*<?(http:\/\/[^\s()<>]+)>?[^()\n]*\)(?=\]\()/gi,
    becomes: ([, alt = '', target = '']) => alt || target,
    remark: REMARKS.blocked,
  },
  {
    tool: 'everyone: a picture that browsers do not load',
    signs: ['http://'],
    found: /!\[([^[\]\n]*)\]\(\s*<?(http:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)>?[^()\n]*\)/gi,
    becomes: ([, alt = '', target = '']) => `[${alt || target}](${target})`,
    remark: REMARKS.blocked,
  },
  {
    tool: 'everyone: a picture that browsers do not load, as HTML',
    signs: ['http://'],
    found: /<img\b([^<>]*?)\ssrc\s*=\s*["']?(http:\/\/[^"'\s<>]+)["']?([^<>]*)>/gi,
    becomes: ([, before = '', target = '', after = '']) => {
      const alt = /\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(`${before} ${after}`)
      return `<a href="${target}">${alt?.[1] || alt?.[2] || target}</a>`
    },
    remark: REMARKS.blocked,
  },
]

function decodeSafely(text: string): string {
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
