import { type Convention, HEADING_LINE, namedHeading, SAYS } from './convention'

/** Of Docsify, MyST and Python Markdown; in the order in which they are taken. */
export const MARKS_OF_SITES: readonly Convention[] = [
  {
    tool: 'Docsify: the name of a heading',
    sign: ':id=',
    found: new RegExp(String.raw`(${HEADING_LINE})[ \t]+:id=([\w-]+)[ \t#]*$`, 'gm'),
    becomes: ([, words = '', id = '']) => namedHeading(words, id),
  },
  {
    tool: 'Docsify: a heading of a page',
    sign: '?id=',
    found: /(\]\((?!\w+:)[^\s()<>?#]*)\?id=([^\s()<>&"']+)/g,
    becomes: ([, before = '', id = '']) => `${before}#${id}`,
  },
  {
    tool: 'Docsify: a file that is shown in the text',
    sign: ':include',
    found: /(?<=\S)[ \t]+(['"]):include\b[^'"\n]*\1(?=[ \t]*\))/g,
    becomes: () => '',
    says: SAYS.embedded,
  },
  {
    tool: 'Docsify: how a link or a picture looks',
    sign: ':',
    found:
      /(?<=\S)[ \t]+(['"]):(?:size|target|class|id|ignore|disabled|no-zoom)\b[^'"\n]*\1(?=[ \t]*\))/g,
    becomes: () => '',
    says: SAYS.looks,
    isWhole: ([whole = '']) => !/:(?:size|class)\b/.test(whole),
  },
  {
    tool: 'Docsify: a note',
    sign: '!> ',
    found: /^([ \t]*)!>[ \t]+([^\n]+)$/gm,
    becomes: ([, indent = '', words = '']) => `${indent}> [!IMPORTANT]\n${indent}> ${words}`,
  },
  {
    tool: 'Docsify: a tip',
    sign: '?> ',
    found: /^([ \t]*)\?>[ \t]+([^\n]+)$/gm,
    becomes: ([, indent = '', words = '']) => `${indent}> [!TIP]\n${indent}> ${words}`,
  },
  {
    tool: 'MyST: the name of what follows',
    sign: ')=',
    found: /^\(([\w:.-]+)\)=[ \t]*$/gm,
    becomes: ([, id = '']) => `<a id="${id}"></a>\n`,
  },
  {
    tool: 'Python Markdown: what an abbreviation stands for',
    sign: '*[',
    found: /^\*\[[^\]\n]+\]:[ \t][^\n]*$/gm,
    becomes: () => '',
    says: 'What an abbreviation stands for was left out.',
  },
  {
    tool: 'MkDocs: words that were put in',
    sign: '^^',
    found: /(?<![\^\w\\])\^\^(?=[^\s^])([^\n^]*[^\s^])\^\^(?![\^\w])/g,
    becomes: ([, words = '']) => `<ins>${words}</ins>`,
  },
  {
    tool: 'Pandoc, MkDocs: raised letters',
    sign: '^',
    found: /(?<=[\p{L}\d)])\^([\w+-]{1,12})\^(?![\w^])/gu,
    becomes: ([, words = '']) => `<sup>${words}</sup>`,
  },
  {
    tool: 'MyST: a break between cells',
    sign: '+++',
    found: /^\+{3,}[ \t]*(?:\{[^\n]*\}[ \t]*)?$/gm,
    becomes: () => '',
    says: SAYS.looks,
  },
]
