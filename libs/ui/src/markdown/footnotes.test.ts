import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown'

function render(source: string): HTMLElement {
  const holder = document.createElement('div')
  holder.append(renderMarkdown(source))
  return holder
}

const textOf = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
const notes = (page: HTMLElement) =>
  [...page.querySelectorAll('.md-footnotes li')].map((note) => textOf(note))

describe('footnotes', () => {
  test('are at the end in the order of their references, with links in both directions', () => {
    const page = render('One[^b] and two[^a].\n\n[^a]: About *a*.\n[^b]: About b.\n\nEnd.')
    expect(notes(page)).toEqual(['About b. ↩', 'About a. ↩'])
    expect(page.lastElementChild?.getAttribute('aria-label')).toBe('Footnotes')
    const [first] = page.querySelectorAll<HTMLAnchorElement>('sup a')
    expect([textOf(first ?? null), first?.getAttribute('aria-label')]).toEqual(['1', 'Footnote 1'])
    const note = page.querySelector(first?.getAttribute('href') ?? '')
    expect(textOf(note)).toBe('About b. ↩')
    const back = note?.querySelector('a')
    expect(back?.getAttribute('aria-label')).toBe('Back to reference 1')
    expect(page.querySelector(back?.getAttribute('href') ?? '')).toBe(first)
  })

  test('link back to each of their references', () => {
    const page = render('One[^a], again[^a].\n\n[^a]: Note.')
    const [first, second] = page.querySelectorAll('sup a')
    expect(first?.textContent).toBe(second?.textContent)
    const backs = [...page.querySelectorAll('.md-footnote-back')]
    expect(backs.map((link) => link.getAttribute('aria-label'))).toEqual([
      'Back to reference 1',
      'Back to reference 1, place 2',
    ])
    expect(backs.map((link) => page.querySelector(link.getAttribute('href') ?? ''))).toEqual([
      first,
      second,
    ])
  })

  test('can have several blocks, and end at the first line that is not indented', () => {
    const page = render(
      'a[^1]\n\n[^1]: First.\n\n    - item\n\n    ```js\n    b\n    ```\n# Part\n',
    )
    expect(page.querySelector('.md-footnotes li > ul')).not.toBeNull()
    expect(page.querySelector('.md-footnotes code')?.textContent).toBe('b')
    expect(page.querySelector('.md-footnotes h2')).toBeNull()
    expect(textOf(page.querySelector('h2'))).toBe('Part')
  })

  test('are not part of the id of a heading that refers to them', () => {
    const page = render('## A part[^1]\n\n[^1]: Note.')
    expect(page.querySelector('h2')?.id).toBe('user-content-a-part')
    const link = page.querySelector('.md-heading-link')
    expect(link?.getAttribute('aria-label')).toBe('Link to section: A part')
  })

  test('a reference without a note stays as written, and a note without a reference is dropped', () => {
    const page = render('a[^no] `[^1]` b\n\n[^1]: Nobody asks.\n\nc')
    expect(textOf(page)).toBe('a[^no] [^1] b c')
    expect(page.querySelector('.md-footnotes, sup')).toBeNull()
  })

  test('have unique ids, which occur nowhere else in the text', () => {
    const page = render(
      '<i id="fnref-1">x</i> <i id="fn-a">y</i>\n\na[^a] b[^b]\n\n[^a]: A.\n[^b]: B.',
    )
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => id.startsWith('user-content-'))).toBe(true)
  })

  test('of one text do not affect the next text', () => {
    render('[^1]: a\n\n[^a]: [^a]: '.repeat(3))
    expect(textOf(render('a[^1]'))).toBe('a[^1]')
    expect(notes(render('a[^1]\n\n[^1]: b'))).toEqual(['b ↩'])
  })
})

describe('emphasis beside CJK text', () => {
  test.each([
    ['これは**「本」**を読む', '「本」'],
    ['**「本」**を', '「本」'],
    ['**重要。**次に', '重要。'],
    ['は**"quoted"**です', '"quoted"'],
    ['中文**“词”**的', '“词”'],
    ['日本**[リンク](https://example.org)**です', 'リンク (opens in a new tab)'],
    ['**`code`**を使う', 'code'],
    ['한국어**(강조)**입니다', '(강조)'],
  ])('%s', (source, strong) => {
    expect(render(source).querySelector('strong')?.textContent).toBe(strong)
    expect(textOf(render(source))).not.toContain('*')
  })

  test.each(['2 * 3 * 4', 'a ** b ** c', 'snake_case_name', '日本 ** 語 ** の'])(
    'is not found where there is none: %s',
    (source) => {
      expect(render(source).querySelector('em, strong')).toBeNull()
    },
  )
})
