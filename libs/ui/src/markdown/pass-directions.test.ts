import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown'

function render(source: string): HTMLElement {
  const holder = document.createElement('div')
  holder.append(renderMarkdown(source))
  return holder
}

/** Returns the `dir` attributes of the matching elements, in order. */
const said = (page: HTMLElement, selector: string) =>
  [...page.querySelectorAll(selector)].map((element) => element.getAttribute('dir'))

describe('the direction of a block', () => {
  test('is found by the browser for paragraphs, headings and cells', () => {
    const page = render(
      '# מבוא ל-Git\n\nA paragraph.\n\nپاراگراف دوم.\n\n| א | b |\n|---|---|\n| 1 | ב |\n',
    )
    for (const words of ['h2', 'p', 'th'])
      expect(new Set(said(page, words)), words).toEqual(new Set(['auto']))
    // A cell with only numbers inherits its direction.
    expect(said(page, 'td')).toEqual([null, 'auto'])
  })

  test('decides on which side list markers, first columns and borders are', () => {
    const page = render(
      [
        '1. פתחו את הטרמינל\n\n   - npm קודם\n   - sub\n\n2. Second',
        '> `git` اقتباس',
        '<details>\n<summary>المزيد</summary>\n\nBody.\n\n</details>',
        '| `git add` | ب |\n|---|---|\n| 1 | x |',
        '- English\n- عربي',
      ].join('\n\n'),
    )
    expect(said(page, 'ol')).toEqual(['rtl'])
    expect(said(page, 'ul')).toEqual(['ltr', 'ltr'])
    expect(said(page, 'blockquote, details, table')).toEqual(['rtl', 'rtl', 'rtl'])
    // The scrolling box begins on the same side as its table, and a heading's link is at the heading's end.
    expect(said(page, '.md-table')).toEqual(['rtl'])
    expect(said(render('## عنوان'), '.md-heading')).toEqual(['rtl'])
    // A list item has the direction of its list; otherwise its marker would be outside the list.
    expect(new Set(said(page, 'li'))).toEqual(new Set([null]))
  })

  test('does not depend on code, which runs from left to right, or on numbers', () => {
    const page = render('> 12. `git init` بعد\n\n```js\n// تعليق\n```\n\nاكتب <kbd>Ctrl</kbd>')
    expect(said(page, 'blockquote')).toEqual(['rtl'])
    expect(said(page, '.md-code')).toEqual(['ltr'])
    expect(new Set(said(page, 'code, kbd'))).toEqual(new Set(['ltr']))
  })

  test("is the author's, if the author gives a valid one", () => {
    const page = render(
      '<p dir="rtl">English</p>\n<p dir="AUTO">x</p>\n<p dir="up">y</p>\n<blockquote dir="ltr">عربي</blockquote>',
    )
    expect(said(page, 'p')).toEqual(['rtl', 'AUTO', 'auto'])
    expect(said(page, 'blockquote')).toEqual(['ltr'])
  })
})
