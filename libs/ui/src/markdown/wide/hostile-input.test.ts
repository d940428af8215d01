import DOMPurify from 'dompurify'
import { describe, expect, test, vi } from 'vitest'
import { markdownToHtml } from '../markdown-to-html'
import { renderMarkdown } from '../render-markdown'

const LESSON = [
  ...['### Part', '', 'Words with *weight*, `code` and [a link](https://example.org/a).', ''],
  ...['1. one', '', '   - two', '', '```js', 'const a = 1', '```', ''],
  ...['<div class="note" markdown="1">', 'Careful.', '</div>', '', '| a | b |', '|---|---|'],
]

const SHAPES: Record<string, (lines: number) => string> = {
  lesson: (n) => Array.from({ length: n }, (_, i) => LESSON[i % LESSON.length]).join('\n'),
  'quote marks on one line': (n) => `${'>'.repeat(n)}a`,
  'quotes in quotes': (n) =>
    Array.from({ length: n }, (_, i) => `${'> '.repeat(i % 40)}a`).join('\n'),
  'list marks on one line': (n) => `${'- '.repeat(n)}a`,
  'numbers on one line': (n) => `${'1. '.repeat(n)}a`,
  'lists in lists': (n) =>
    Array.from({ length: Math.min(n, 700) }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'),
  'stars around': (n) => `${'*'.repeat(n)}a${'*'.repeat(n)}`,
  'stars and lines': (n) => '*a __b ~~c '.repeat(n),
  brackets: (n) => '!['.repeat(n),
  'open links to files': (n) => '![a](lesson-files/'.repeat(n),
  'open links': (n) => '[a]('.repeat(n),
  'link titles': (n) => '[a](b "'.repeat(n),
  'back ticks of every length': (n) =>
    Array.from({ length: n }, (_, i) => '`'.repeat((i % 300) + 1)).join(' '),
  'open elements': (n) => '<div>\n'.repeat(n),
  'open kramdown elements': (n) => '<div markdown="1">\n'.repeat(n),
  'kramdown elements in each other': (n) =>
    `${'<div markdown="1">\n'.repeat(n)}a\n${'</div>\n'.repeat(n)}`,
  'kramdown elements in a row': (n) => '<div markdown="1">\n</div>\n<div>\n'.repeat(n * 2),
  'closing tags': (n) => '</div>\n'.repeat(n),
  'closing tags and text': (n) => '</div>\ntext\n'.repeat(n),
  'list items and closing tags': (n) => '- item\n</div>\n'.repeat(n),
  'open details': (n) => '<details markdown="1">\n<summary>a</summary>\n'.repeat(n),
  'half a tag': (n) => '<div '.repeat(n),
  'half a kramdown tag': (n) => `<div ${'markdown '.repeat(n)}`,
  'half a frame': (n) => '<iframe src='.repeat(n),
  'unknown elements': (n) => '<foo\n***\n'.repeat(n),
  comments: (n) => '<!--'.repeat(n),
  'attribute lists': (n) => 'x {: #a '.repeat(n),
  'a long attribute list': (n) => `x\n{:${' .a'.repeat(n)}`,
  'equal headings': (n) => '# a\n'.repeat(n),
  addresses: (n) => 'http://a.b'.repeat(n),
  'mail addresses': (n) => 'a@b.'.repeat(n),
  'open fences': (n) => '- ```\n'.repeat(n),
  'table cells': (n) => `${'|a'.repeat(n)}\n${'|-'.repeat(n)}`,
  spaces: (n) => `a${' '.repeat(n)}b`,
  tabs: (n) => `${'\t'.repeat(n)}a`,
  backslashes: (n) => '\\'.repeat(n),
  'open footnotes': (n) => '[^'.repeat(n),
  'footnotes and notes': (n) =>
    `${Array.from({ length: n }, (_, i) => `a[^${i}]`).join(' ')}\n\n${Array.from({ length: n }, (_, i) => `[^${i}]: b`).join('\n')}`,
  'one footnote, many places': (n) => `${'a[^1]'.repeat(n)}\n\n[^1]: b`,
  'notes in notes': (n) => `a[^a]\n\n${'[^a]: '.repeat(n)}b`,
  'a note full of quote marks': (n) => `a[^a]\n\n[^a]: ${'> '.repeat(n)}b`,
  'notes and blank lines': (n) => '[^a]: b\n\n\n\n'.repeat(n),
  'stars beside CJK text': (n) => '日**「*本'.repeat(n),
  'CJK text and one long run of stars': (n) => `日${'*'.repeat(150)}「`.repeat(n / 50),
  'titles of code': (n) => `\`\`\`js title="${'title='.repeat(n)}\na\n\`\`\``,
}

/** Returns the milliseconds that parsing a text takes. */
function parsing(source: string): number {
  const start = performance.now()
  markdownToHtml(source)
  return performance.now() - start
}

describe('hostile input', () => {
  // Each text and an ordinary lesson with as many lines are timed in turns, so that a busy machine slows both equally.
  // Some texts have ten times as many characters; parsing in quadratic time would take a thousand times longer.
  test.each(Object.entries(SHAPES))('%s: 5,000 lines are parsed quickly', (_name, make) => {
    const [honest, hostile] = [SHAPES.lesson?.(5000) ?? '', make(5000)]
    const rounds = [1, 2, 3].map(() => ({ honest: parsing(honest), hostile: parsing(hostile) }))
    const fastest = Math.min(...rounds.map((round) => round.honest))
    expect(Math.min(...rounds.map((round) => round.hostile))).toBeLessThan(50 * fastest)
  })

  test.each(Object.entries(SHAPES))('%s: never throws', (_name, make) => {
    expect(renderMarkdown(make(150)).textContent).not.toBeNull()
  })

  test('a text that is nested too deeply for the DOM is shown as plain text', () => {
    vi.spyOn(DOMPurify, 'sanitize').mockImplementationOnce(() => {
      throw new RangeError('Maximum call stack size exceeded')
    })
    expect(renderMarkdown('# **a**').textContent).toBe('# **a**')
  })

  test('a text that makes the parser fail is shown as plain text', () => {
    const source = `${'*'.repeat(20_000)}a${'*'.repeat(20_000)}`
    expect(renderMarkdown(source).textContent).toContain('a')
  })

  test.each([
    '',
    '\0',
    '\uFEFF# a',
    'a\r\nb\rc',
    '\uD800',
    '<',
    '&',
    '[',
    '{:',
    '<div markdown="1">',
  ])('an unusual text never throws: %j', (source) => {
    expect(() => renderMarkdown(source)).not.toThrow()
  })
})
