import type { Say } from './conventions'
import type { Draft } from './draft'

const SAYS = {
  template: 'A tag of a template language was kept as text.',
  other: 'A mark for another tool was kept as text.',
  expression: 'An MDX expression was kept as text.',
  formula: 'A formula was kept as text.',
  emoji: 'An emoji name was kept as text.',
  hidden: "An element that lessons don't support was left out with its content.",
} as const

interface LeftOver {
  /** Every match of `found` contains one of these, if there are any. */
  signs?: readonly string[]
  found: RegExp
  says: string
  inMdx?: true
  /** Returns whether a match is fine, from the text before it, itself, and the text after it. */
  unless?: (before: string, found: string, behind: string) => boolean
}

const LIST =
  /^\{:?[ \t]*(?:[#.][\w-]+|[\w-]+="[^"{}]*")(?:[ \t]+(?:[#.][\w-]+|[\w-]+="[^"{}]*"))*[ \t]*\}$/

/**
 * Attribute lists that the viewer supports: at the end of a heading, on their own line, and directly after an element.
 */
function isTaken(before: string, list: string, behind: string): boolean {
  if (!LIST.test(list)) return false
  if (/^[ \t>]*#{1,6}[ \t]/.test(before)) return behind.trim() === ''
  return list.startsWith('{:') && (before.trim() === '' || /[)\]*_\u0081>]$/.test(before))
}

/** Syntax that must not remain outside of code. */
const LEFT_OVER: readonly LeftOver[] = [
  {
    signs: ['{%'],
    found: /(?<![\\{])\{%-?\s*[\w@](?:(?!%\}|\n[ \t]*\n)[\s\S]){0,400}%\}/g,
    says: SAYS.template,
  },
  {
    signs: ['{{'],
    found: /(?<!\\)\{\{(?:(?!\}\}|\n[ \t]*\n)[\s\S]){1,400}\}\}/g,
    says: SAYS.template,
  },
  { signs: ['{#'], found: /(?<!\\)\{#(?=\s)[^#\n]*#\}/g, says: SAYS.template },
  {
    signs: ['::'],
    found: /^[ \t>]*:{2,}[ \t]*[\w{.[-].*$|^[ \t>]*:{3,}[ \t]*$/gm,
    says: SAYS.other,
  },
  {
    signs: [':'],
    found: /(?<![\w:]):[a-z][\w-]*\[[^\]\n]{0,300}\](?:\{[^}\n]{0,300}\})?/g,
    says: SAYS.other,
  },
  {
    found: /(?<!\\|\]\([ \t]*|\]:[ \t]*)<\/?[A-Z](?=[\w.]*[a-z])[\w.]*(?:\s[^<>]*)?\/?>/g,
    says: SAYS.other,
  },
  {
    found:
      /^(?:import\s+[\w{*][^\n]*?\sfrom\s+["'][^"'\n]+["'];?[ \t]*$|import\s+["'][^"'\n]+["'];?$|export\s+(?:default|const|function|\{)[^\n]*)/gm,
    says: SAYS.other,
  },
  { signs: ['[['], found: /(?<![\w\]\\])!?\[\[[^[\]\n]+\]\](?![([:])/g, says: SAYS.other },
  { signs: ['=='], found: /(?<![=\w\\])==(?=[^\s=])[^\n=]+==(?![=\w])/g, says: SAYS.other },
  { signs: ['%%'], found: /(?<![%\w\\])%%(?!%)[^\n%]+%%(?![%\w])/g, says: SAYS.other },
  { signs: ['{/*'], found: /\{\/\*[^\n]{0,2000}?\*\/\}/g, says: SAYS.other },
  {
    signs: ['!!!', '???', '==='],
    found: /^[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+\w[^\n]*$|^[ \t]*===[!+]?[ \t]+"[^\n]*$/gm,
    says: SAYS.other,
  },
  {
    signs: ['[!'],
    found:
      /^[ \t]*>[ \t>]*\[!(?!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$)[^\]\n]+\][^\n]*$/gim,
    says: SAYS.other,
  },
  {
    signs: ['8<', '<<<', '@['],
    found: /^[ \t]*(?:-+8<-+|<<<[ \t])[^\n]*$|@\[\w+[^\]\n]*\]\([^()\n]*\)/gm,
    says: SAYS.other,
  },
  {
    signs: ['{'],
    found: /\{:?[ \t]*[#.][\w-]+[^{}\n]*\}|\{:[^{}\n]*\}/g,
    says: SAYS.other,
    unless: isTaken,
  },
  { found: /^[ \t]*\[_?toc_?\][ \t]*$/gim, says: SAYS.other },
  {
    signs: ['$'],
    found:
      /\$\$(?:(?!\$\$)[\s\S]){1,2000}\$\$|(?<![\w$\\])\$(?=[^\s$])[^$\n]*[\\^_{}][^$\n]*(?<=\S)\$(?![\w$])/g,
    says: SAYS.formula,
  },
  { found: /(?<![\w:/`]):[a-z][a-z0-9_+-]{1,30}:(?![\w:/])/g, says: SAYS.emoji },
  {
    signs: ['<'],
    found:
      /(?<!\]\([ \t]*|\]:[ \t]*)<(?:script|style|svg|math|template|canvas|select|textarea|applet|frameset|frame|map|object|embed|video|audio|html|head|body|title|link|meta|base)\b[^<>]*>/gi,
    says: SAYS.hidden,
    unless: isLoader,
  },
  {
    found: /(?<![\\$^_{])\{(?![{%#:/])[^{}\n]+\}(?!\})/g,
    says: SAYS.expression,
    inMdx: true,
    unless: isFormula,
  },
]

/** Braces of TeX are no expressions. */
function isFormula(before: string, _found: string, behind: string): boolean {
  return before.includes('$') && behind.includes('$')
}

/** Scripts that only load what the lesson shows anyway. */
function isLoader(_before: string, found: string): boolean {
  return /\ssrc\s*=\s*["']?[^"'\s]*(?:\/ei|widgets|embed)\.js/i.test(found)
}

const SHOWN = 80

/** Reports other tools' syntax that remains outside of code after all conventions. */
export function nameLeftOver(draft: Draft, isMdx: boolean, say: Say): void {
  const { text, masked } = draft
  // Most texts contain none of these characters and are skipped.
  if (!/[{%$\\]|::|:\w|<|\[[[!_t]|==|!!!|\?\?\?|^(?:import|export)\s|8<|@\[/im.test(masked)) return
  const seen: { from: number; to: number; says: string; about: string }[] = []
  for (const { signs, found, says, inMdx, unless } of LEFT_OVER) {
    if (inMdx && !isMdx) continue
    if (signs && !signs.some((sign) => masked.includes(sign))) continue
    for (const match of masked.matchAll(found)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (seen.some((each) => each.from < to && from < each.to)) continue
      if (unless) {
        const start = masked.lastIndexOf('\n', from - 1) + 1
        const end = masked.indexOf('\n', to)
        const behind = masked.slice(to, end < 0 ? masked.length : end)
        if (unless(masked.slice(start, from), match[0], behind)) continue
      }
      const raw = text.slice(from, to).trim().replace(/\s+/g, ' ')
      const about = raw.length > SHOWN ? `${raw.slice(0, SHOWN - 1)}…` : raw
      seen.push({ from, to, says, about })
    }
  }
  seen.sort((one, other) => one.from - other.from)
  for (const { from, says, about } of seen) say(from, says, about)
}
