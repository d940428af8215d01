/**
 * Texts with the targets of the addresses in them, in their order (rules/notifications#text). The apps and the mails are
 * tested with the same list.
 */
export const LINK_EXAMPLES: readonly (readonly [text: string, targets: readonly string[]])[] = [
  ['nothing here', []],
  [
    'See https://example.com/a?b=1, or (http://x.test/y). Done',
    ['https://example.com/a?b=1', 'http://x.test/y'],
  ],
  [
    'Two lines:\nhttps://example.com/a\nhttps://example.com/b',
    ['https://example.com/a', 'https://example.com/b'],
  ],
  [
    'Look at www.example.org/a, or (WWW.example.org).',
    ['https://www.example.org/a', 'https://WWW.example.org'],
  ],
  ['www. awww.cool.org me@www.example.org http://www.x.test www.nothing', ['http://www.x.test']],
  ['[Room](https://example.com/room)', ['https://example.com/room']],
  ['"https://example.com/"<b>', ['https://example.com/']],
  ['javascript:alert(1) //example.com data:text/html,x', []],
]
