import type { AddRemark } from './conventions'
import type { Draft } from './draft'

const REMARKS = {
  template: 'A tag of a template language was kept as text.',
  other: 'A mark for another tool was kept as text.',
  expression: 'An MDX expression was kept as text.',
  formula: 'A formula was kept as text.',
  emoji: 'An emoji name was kept as text.',
  hidden: "An element that lessons don't support was left out with its content.",
} as const

interface LeftOver {
  /** Every match of `found` contains one of these, so a text without them is not searched. */
  signs?: readonly string[]
  found: RegExp
  remark: string
  inMdx?: true
  /**
   * Returns whether a match needs no remark. Takes the text before the match, the match, and the text after it on the
   * line.
   */
  unless?: (before: string, found: string, after: string) => boolean
}

const LIST =
  /^\{:?[ \t]*(?:[#.][\w-]+|[\w-]+="[^"{}]*")(?:[ \t]+(?:[#.][\w-]+|[\w-]+="[^"{}]*"))*[ \t]*\}$/

/**
 * Returns whether the viewer supports a list of attributes: at the end of a heading, on its own line, or directly after
 * an element.
 */
function isSupportedList(before: string, list: string, after: string): boolean {
  if (!LIST.test(list)) return false
  if (/^[ \t>]*#{1,6}[ \t]/.test(before)) return after.trim() === ''
  return list.startsWith('{:') && (before.trim() === '' || /[)\]*_\u0081>]$/.test(before))
}

/** Syntax of other tools that is reported if it is still in the text. */
const LEFT_OVER: readonly LeftOver[] = [
  {
    signs: ['{%'],
    found: /(?<![\\{])\{%-?\s*[\w@](?:(?!%\}|\n[ \t]*\n)[\s\S]){0,400}%\}/g,
    remark: REMARKS.template,
  },
  {
    signs: ['{{'],
    found: /(?<!\\)\{\{(?:(?!\}\}|\n[ \t]*\n)[\s\S]){1,400}\}\}/g,
    remark: REMARKS.template,
  },
  { signs: ['{#'], found: /(?<!\\)\{#(?=\s)[^#\n]*#\}/g, remark: REMARKS.template },
  {
    signs: ['::'],
    found: /^[ \t>]*:{2,}[ \t]*[\w{.[-].*$|^[ \t>]*:{3,}[ \t]*$/gm,
    remark: REMARKS.other,
  },
  {
    signs: [':'],
    found: /(?<![\w:]):[a-z][\w-]*\[[^\]\n]{0,300}\](?:\{[^}\n]{0,300}\})?/g,
    remark: REMARKS.other,
  },
  {
    found: /(?<!\\|\]\([ \t]*|\]:[ \t]*)<\/?[A-Z](?=[\w.]*[a-z])[\w.]*(?:\s[^<>]*)?\/?>/g,
    remark: REMARKS.other,
  },
  {
    found:
      /^(?:import\s+[\w{*][^\n]*?\sfrom\s+["'][^"'\n]+["'];?[ \t]*$|import\s+["'][^"'\n]+["'];?$|export\s+(?:default|const|function|\{)[^\n]*)/gm,
    remark: REMARKS.other,
  },
  { signs: ['[['], found: /(?<![\w\]\\])!?\[\[[^[\]\n]+\]\](?![([:])/g, remark: REMARKS.other },
  { signs: ['=='], found: /(?<![=\w\\])==(?=[^\s=])[^\n=]+==(?![=\w])/g, remark: REMARKS.other },
  { signs: ['%%'], found: /(?<![%\w\\])%%(?!%)[^\n%]+%%(?![%\w])/g, remark: REMARKS.other },
  { signs: ['{/*'], found: /\{\/\*[^\n]{0,2000}?\*\/\}/g, remark: REMARKS.other },
  {
    signs: ['!!!', '???', '==='],
    found: /^[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+\w[^\n]*$|^[ \t]*===[!+]?[ \t]+"[^\n]*$/gm,
    remark: REMARKS.other,
  },
  {
    signs: ['[!'],
    found:
      /^[ \t]*>[ \t>]*\[!(?!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*$)[^\]\n]+\][^\n]*$/gim,
    remark: REMARKS.other,
  },
  {
    signs: ['8<', '<<<', '@['],
    found: /^[ \t]*(?:-+8<-+|<<<[ \t])[^\n]*$|@\[\w+[^\]\n]*\]\([^()\n]*\)/gm,
    remark: REMARKS.other,
  },
  {
    signs: ['{'],
    found: /\{:?[ \t]*[#.][\w-]+[^{}\n]*\}|\{:[^{}\n]*\}/g,
    remark: REMARKS.other,
    unless: isSupportedList,
  },
  { found: /^[ \t]*\[_?toc_?\][ \t]*$/gim, remark: REMARKS.other },
  {
    signs: ['$'],
    found:
      /\$\$(?:(?!\$\$)[\s\S]){1,2000}\$\$|(?<![\w$\\])\$(?=[^\s$])[^$\n]*[\\^_{}][^$\n]*(?<=\S)\$(?![\w$])/g,
    remark: REMARKS.formula,
  },
  { found: /(?<![\w:/`]):[a-z][a-z0-9_+-]{1,30}:(?![\w:/])/g, remark: REMARKS.emoji },
  {
    signs: ['<'],
    found:
      /(?<!\]\([ \t]*|\]:[ \t]*)<(?:script|style|svg|math|template|canvas|select|textarea|applet|frameset|frame|map|object|embed|video|audio|html|head|body|title|link|meta|base)\b[^<>]*>/gi,
    remark: REMARKS.hidden,
    unless: isLoader,
  },
  {
    found: /(?<![\\$^_{])\{(?![{%#:/])[^{}\n]+\}(?!\})/g,
    remark: REMARKS.expression,
    inMdx: true,
    unless: isFormula,
  },
]

/** Returns whether a match is inside a TeX formula, whose braces are not expressions. */
function isFormula(before: string, _found: string, after: string): boolean {
  return before.includes('$') && after.includes('$')
}

/** Returns whether a script only loads content that the lesson already shows. */
function isLoader(_before: string, found: string): boolean {
  return /\ssrc\s*=\s*["']?[^"'\s]*(?:\/ei|widgets|embed)\.js/i.test(found)
}

const SHOWN = 80

/** Reports the syntax of other tools that is outside of code after all conversions. */
export function nameLeftOver(draft: Draft, isMdx: boolean, addRemark: AddRemark): void {
  const { text, masked } = draft
  // Most texts contain none of these characters. Skipping them saves time.
  if (!/[{%$\\]|::|:\w|<|\[[[!_t]|==|!!!|\?\?\?|^(?:import|export)\s|8<|@\[/im.test(masked)) return
  const seen: { from: number; to: number; remark: string; about: string }[] = []
  for (const { signs, found, remark, inMdx, unless } of LEFT_OVER) {
    if (inMdx && !isMdx) continue
    if (signs && !signs.some((sign) => masked.includes(sign))) continue
    for (const match of masked.matchAll(found)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (seen.some((each) => each.from < to && from < each.to)) continue
      if (unless) {
        const start = masked.lastIndexOf('\n', from - 1) + 1
        const end = masked.indexOf('\n', to)
        const after = masked.slice(to, end < 0 ? masked.length : end)
        if (unless(masked.slice(start, from), match[0], after)) continue
      }
      const raw = text.slice(from, to).trim().replace(/\s+/g, ' ')
      const about = raw.length > SHOWN ? `${raw.slice(0, SHOWN - 1)}…` : raw
      seen.push({ from, to, remark, about })
    }
  }
  seen.sort((one, other) => one.from - other.from)
  for (const { from, remark, about } of seen) addRemark(from, remark, about)
}
