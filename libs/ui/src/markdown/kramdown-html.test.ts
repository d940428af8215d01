import { describe, expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown'

function render(source: string): HTMLElement {
  const holder = document.createElement('div')
  holder.append(renderMarkdown(source))
  return holder
}

/** Returns the nested element names without text: `div(p(strong) ul(li li))`. */
function shape(element: Element): string {
  return [...element.children]
    .map((child) => {
      const inner = shape(child)
      return child.localName + (inner === '' ? '' : `(${inner})`)
    })
    .join(' ')
}

describe('Markdown in an element with markdown="1"', () => {
  test.each([
    ['with blank lines', '<div markdown="1">\n\n**a**\n\n- b\n\n</div>', 'div(p(strong) ul(li))'],
    ['without blank lines', '<div markdown="1">\n**a**\n\n- b\n</div>', 'div(p(strong) ul(li))'],
    ['on one line', '<div markdown="1">**a** b</div>\n\nc', 'div(p(strong)) p'],
    ['unquoted', '<div class="x" markdown=1>\n**a**\n</div>', 'div(p(strong))'],
    [
      'single quotes, other attributes',
      "<div id='n' markdown='1' class='y'>\n*a*\n</div>",
      'div(p(em))',
    ],
    [
      '"block"',
      '<details markdown="block">\n<summary>S</summary>\n\n*a*\n</details>',
      'details(summary p(em))',
    ],
    [
      'summary without a blank line',
      '<details markdown="1">\n<summary>S</summary>\n*a*\n</details>',
      'details(summary p(em))',
    ],
    ['"span"', '<summary markdown="span">**a**</summary>', 'summary(p(strong))'],
    ['paragraph', '<p markdown="1">**a**</p>', 'div(p(strong))'],
    ['below a paragraph', 'a\n<div markdown="1">\n*b*\n</div>\n*c*', 'p div(p(em)) p(em)'],
    ['below a list', '- a\n\n<div markdown="1">\n*b*\n</div>', 'ul(li) div(p(em))'],
    ['text right after a list', '<div markdown="1">\n- a\n</div>\n*b*', 'div(ul(li)) p(em)'],
    [
      'table cell',
      '<table><tr><td markdown="1">\n*a*\n</td></tr></table>',
      'div(table(tbody(tr(td(p(em))))))',
    ],
  ])('%s', (_name, source, expected) => {
    expect(shape(render(source))).toBe(expected)
  })

  test('is rendered when nested, with and without blank lines', () => {
    const loose =
      '<div markdown="1">\n\n<div markdown="1">\n\n*a*\n\n</div>\n\n*b*\n\n</div>\n\n*c*'
    const tight = '<div markdown="1">\n<div markdown="1">\n*a*\n</div>\n*b*\n</div>\n*c*'
    const expected = 'div(div(p(em)) p(em)) p(em)'
    expect(shape(render(loose))).toBe(expected)
    expect(shape(render(tight))).toBe(expected)
  })

  test('is rendered inside a plain element', () => {
    const page = render('<div class="a">\n<div markdown="1">\n**b** `c`\n</div>\n</div>\n')
    expect(shape(page)).toBe('div(div(p(strong code)))')
  })

  test('is rendered inside lists at any depth', () => {
    const page = render(
      '1. a\n\n   <div class="note" markdown="1">\n\n   #### h\n\n   - b\n     <div markdown="1">\n     **c**\n     </div>\n\n   </div>\n\n1. d\n',
    )
    expect(page.querySelector('ol > li > .user-content-note > ul strong')?.textContent).toBe('c')
    expect(page.querySelectorAll('ol > li')).toHaveLength(2)
  })

  test('is rendered inside quotes', () => {
    expect(shape(render('> <div markdown="1">\n> *a*\n> </div>\n'))).toBe('blockquote(div(p(em)))')
  })

  test('is never rendered inside code', () => {
    const source = '<div markdown="1">\n**a**\n</div>'
    for (const code of [
      `\`\`\`html\n${source}\n\`\`\``,
      `~~~\n${source}\n~~~`,
      `- x\n\n  \`\`\`\n  ${source.replaceAll('\n', '\n  ')}\n  \`\`\``,
      `    ${source.replaceAll('\n', '\n    ')}`,
      `<pre>${source.replaceAll('<', '&lt;')}</pre>`,
    ]) {
      const page = render(code)
      expect(page.querySelector('strong')).toBeNull()
      expect(page.querySelector('pre code')?.textContent).toBe(source)
    }
  })

  test('does not affect the rest of the text if the element is not closed, or closed too often', () => {
    expect(shape(render('<div markdown="1">\n*a*\n\n- b'))).toBe('div(p(em) ul(li))')
    expect(shape(render('*a*\n\n</div>\n\n*b*\n</div>\n</details>'))).toBe('p(em) p(em)')
    expect(shape(render('- a\n  <div markdown="1">\n  *b*\n- c\n\nd'))).toBe('ul(li(div(em)) li) p')
  })

  test('does not change the rules of plain HTML', () => {
    expect(shape(render('<div>\n*a*\n</div>'))).toBe('div')
    expect(shape(render('<div>\n\n*a*\n\n</div>'))).toBe('div(p(em))')
    const table = '<table>\n  <tr>\n    <td>a</td>\n  </tr>\n\n    <tr><td>b</td></tr>\n</table>'
    expect(render(table).querySelector('pre')?.textContent).toContain('<tr>')
    const indented = '<div>\n  <div>\n    a\n  </div>\n    <p>b</p>\n</div>'
    expect(shape(render(indented))).toBe('div(div p)')
  })
})
