import { describe, expect, test } from 'vitest'
import { hasLooseCode, markLooseCode } from './loose-code'
import { renderMarkdown } from './render-markdown'

const CODE = {
  JavaScript:
    'const first_name = "Ada"\n\nif (first_name) {\n  console.log("\\n_" + first_name)\n}',
  'JavaScript without semicolons': 'const a = 1\nconsole.log(a)',
  HTML: '<form>\n  <label>\n    Name\n  </label>\n  <button>Send</button>\n</form>',
  CSS: '.card {\n  margin: 0 auto;\n}\n\n.card__title {\n  color: red;\n}',
  Python: 'def make_tea(cups):\n    for cup in range(cups):\n        pour(cup)\n    return cups',
  Imports: 'import { useState } from "react"\nimport "./app.css"\n\nexport function App() {',
  Commands: '$ npm install\n$ npm start',
}

describe('unmarked code in a text', () => {
  test.each(Object.entries(CODE))('is found and marked: %s', (_, code) => {
    const text = `Why does this fail?\n${code}\nIt worked yesterday.`
    expect(hasLooseCode(text)).toBe(true)
    expect(markLooseCode(text)).toBe(
      `Why does this fail?\n\`\`\`\n${code}\n\`\`\`\nIt worked yesterday.`,
    )
    const holder = document.createElement('div')
    holder.append(renderMarkdown(markLooseCode(text), { htmlAsText: true }))
    expect(holder.querySelector('pre')?.textContent).toBe(code)
  })

  test('is marked once', () => {
    for (const code of Object.values(CODE)) {
      const marked = markLooseCode(code)
      expect(hasLooseCode(marked)).toBe(false)
      expect(markLooseCode(marked)).toBe(marked)
    }
  })

  test('is marked in each place, with the text between', () => {
    expect(markLooseCode('a();\nb();\nand then\nc();\nd();')).toBe(
      '```\na();\nb();\n```\nand then\n```\nc();\nd();\n```',
    )
  })

  test('may have backticks of its own', () => {
    expect(markLooseCode('const a = ```b```;\nc();')).toBe('````\nconst a = ```b```;\nc();\n````')
  })

  test.each([
    ['prose', 'I tried it twice.\nThen it worked (why?).\n\nThanks, Ada'],
    [
      'sentences that begin with words of a language',
      'let me know.\nclass starts soon\nif not, import it',
    ],
    ['one line', 'It says `undefined` here:\nconst a = b;\nDo you see why?'],
    ['a list', '- open the file;\n- change it;\n\n1. save;\n2. run();'],
    ['a quote', '> a();\n> b();'],
    ['tags within sentences', 'Move <style> to <head>.\nThen hand in <form> again.'],
    ['what is marked', '```js\na();\nb();\n```'],
    ['what is marked to the end', '~~~\na();\nb();'],
    ['what is indented by four spaces', 'So:\n\n    a();\n\n    b();\n\nDone.'],
    ['nothing', ''],
  ])('is not found in %s', (_, text) => {
    expect(hasLooseCode(text)).toBe(false)
    expect(markLooseCode(text)).toBe(text)
  })

  test('takes time in proportion to the length', () => {
    const begun = performance.now()
    for (const line of ['<a '.repeat(7000), 'a.'.repeat(10_000), '('.repeat(20_000)])
      hasLooseCode(`${line}\n${line}`)
    hasLooseCode('a = b;\n'.repeat(3000))
    expect(performance.now() - begun).toBeLessThan(500)
  })
})
