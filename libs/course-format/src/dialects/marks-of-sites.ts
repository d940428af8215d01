import { type Convention, HEADING_LINE, namedHeading, REMARKS, TARGET } from './convention'
import { fileName } from './targets'

/** CriticMarkup, which marks changes in a text. Applied first, because other conventions match similar marks. */
export const EDITS: readonly Convention[] = [
  {
    tool: 'CriticMarkup: words that were put in or taken out',
    signs: ['{++', '{--', '{=='],
    found: /\{(\+\+|--|==)(?=\S)([^\n{}]*?\S)\1\}/g,
    becomes: ([, mark = '', words = '']) => {
      const element = mark === '++' ? 'ins' : mark === '--' ? 'del' : 'mark'
      return `<${element}>${words}</${element}>`
    },
  },
  {
    tool: 'CriticMarkup: words for others',
    signs: ['~>'],
    found: /\{~~([^\n{}~]*)~>([^\n{}~]*)~~\}/g,
    becomes: ([, before = '', after = '']) => `<del>${before}</del><ins>${after}</ins>`,
  },
  {
    tool: 'CriticMarkup: what only authors read',
    signs: ['{>>'],
    found: /\{>>[^\n{}]*<<\}/g,
    becomes: () => '',
    remark: REMARKS.comment,
  },
]

/** Marks of Docsify, MyST and Python Markdown, in the order in which they are applied. */
export const MARKS_OF_SITES: readonly Convention[] = [
  {
    tool: 'Docsify: the name of a heading',
    signs: [':id='],
    found: new RegExp(String.raw`(${HEADING_LINE})[ \t]+:id=([\w-]+)[ \t#]*$`, 'gm'),
    becomes: ([, words = '', id = '']) => namedHeading(words, id),
  },
  {
    tool: 'Docsify: a heading of a page',
    signs: ['?id='],
    found: /(\]\((?!\w+:)[^\s()<>?#]*)\?id=([^\s()<>&"']+)/g,
    becomes: ([, before = '', id = '']) => `${before}#${id}`,
  },
  {
    tool: 'Docsify: a file that is shown in the text',
    signs: [':include'],
    found: /(?<=\S)[ \t]+(['"]):include\b[^'"\n]*\1(?=[ \t]*\))/g,
    becomes: () => '',
    remark: REMARKS.embedded,
  },
  {
    tool: 'Docsify: how a link or a picture looks',
    signs: ["':", '":'],
    found:
      /(?<=\S)[ \t]+(['"]):(?:size|target|class|id|ignore|disabled|no-zoom)\b[^'"\n]*\1(?=[ \t]*\))/g,
    becomes: () => '',
    remark: REMARKS.looks,
    isWhole: ([whole = '']) => !/:(?:size|class)\b/.test(whole),
  },
  {
    tool: 'Docsify: a note',
    signs: ['!> '],
    found: /^([ \t]*)!>[ \t]+([^\n]+)$/gm,
    becomes: ([, indent = '', words = '']) => `${indent}> [!IMPORTANT]\n${indent}> ${words}`,
  },
  {
    tool: 'Docsify: a tip',
    signs: ['?> '],
    found: /^([ \t]*)\?>[ \t]+([^\n]+)$/gm,
    becomes: ([, indent = '', words = '']) => `${indent}> [!TIP]\n${indent}> ${words}`,
  },
  {
    tool: 'MyST: a link that is called after what it leads to',
    signs: ['[]('],
    found: new RegExp(String.raw`(?<![!\]\w\\])\[\]\((${TARGET})\)`, 'g'),
    becomes: ([, target = '']) => {
      const [, page = '', place = ''] = /^<?([^#>]*)#?([^>]*)>?$/.exec(target) ?? []
      const words = page === '' ? place : fileName(page).replace(/\.\w{2,4}$/, '')
      return words === '' ? null : `[${words.replace(/[-_]+/g, ' ')}](${target})`
    },
  },
  {
    tool: 'MyST: the name of what follows',
    signs: [')='],
    found: /^\(([\w:.-]+)\)=[ \t]*$/gm,
    becomes: ([, id = '']) => `<a id="${id}"></a>\n`,
  },
  {
    tool: 'Python Markdown: what an abbreviation stands for',
    signs: ['*['],
    found: /^\*\[[^\]\n]+\]:[ \t][^\n]*$/gm,
    becomes: () => '',
    remark: 'The meaning of an abbreviation was left out.',
  },
  {
    tool: 'MkDocs: words that were put in',
    signs: ['^^'],
    found: /(?<![\^\w\\])\^\^(?=[^\s^])([^\n^]*[^\s^])\^\^(?![\^\w])/g,
    becomes: ([, words = '']) => `<ins>${words}</ins>`,
  },
  {
    tool: 'Pandoc, MkDocs: raised letters',
    signs: ['^'],
    found: /(?<=[\p{L}\d)])\^([\w+-]{1,12})\^(?![\w^])/gu,
    becomes: ([, words = '']) => `<sup>${words}</sup>`,
  },
  {
    tool: 'MyST: a break between cells',
    signs: ['+++'],
    found: /^\+{3,}[ \t]*(?:\{[^\n]*\}[ \t]*)?$/gm,
    becomes: () => '',
    remark: REMARKS.looks,
  },
]
