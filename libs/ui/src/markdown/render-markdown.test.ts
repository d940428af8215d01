import { describe, expect, test } from 'vitest'
import { type RenderOptions, renderMarkdown } from './render-markdown'

function render(source: string, options?: RenderOptions): HTMLElement {
  const holder = document.createElement('div')
  holder.append(renderMarkdown(source, options))
  return holder
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim()
}

describe('Markdown of real courses', () => {
  test('has tables, strike-through, bare addresses and task lists', () => {
    const page = render(
      '| a | b |\n|---|:-:|\n| 1 | ~~2~~ |\n\nhttps://example.org/x\n\n- [x] fed\n',
    )
    expect(page.querySelectorAll('.md-table > table td')).toHaveLength(2)
    expect(page.querySelector('td[align="center"] del')?.textContent).toBe('2')
    expect(page.querySelector('thead th')?.getAttribute('scope')).toBe('col')
    expect(page.querySelector('a[href="https://example.org/x"]')).not.toBeNull()
    expect(page.querySelector('input')?.checked).toBe(true)
  })

  test('has inline HTML', () => {
    const page = render(
      'Press <kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup><br>\n\n<details>\n<summary>More</summary>\n\nIn *it*.\n\n</details>\n',
    )
    for (const tag of ['kbd', 'sub', 'sup', 'br', 'details > summary', 'details em']) {
      expect(page.querySelector(tag), tag).not.toBeNull()
    }
  })

  test('has placeholders and components in angle brackets, which stay text', () => {
    const page = render(
      'Type cp <from> <new-name> or <YOUR NAME>, <button>press</button>, <Tab x="1">a</Tab>, <App />, <my-box y="2">b</my-box>.',
    )
    expect(textOf(page)).toBe(
      'Type cp <from> <new-name> or <YOUR NAME>, press, <Tab x="1">a</Tab>, <App />, <my-box y="2">b</my-box>.',
    )
  })

  test('keeps everything after a tag that is not closed', () => {
    expect(textOf(render('Put the <style> below the <title>.\n\nThen *save*.'))).toBe(
      'Put the <style> below the <title>. Then save.',
    )
    expect(textOf(render('<script>\nlet a = 1\n</script>\n\nDone, <style>.'))).toBe(
      'Done, <style>.',
    )
  })

  test("has GitHub's alerts", () => {
    const note = render('> [!WARNING]\n> Hot *soup*.\n').querySelector(
      'blockquote.md-alert-warning',
    )
    expect(textOf(note?.querySelector('.md-alert-title') ?? null)).toBe('Warning')
    expect(note?.querySelector('em')?.textContent).toBe('soup')
  })

  test('has attribute lists, which apply to the element before them', () => {
    const page = render(
      '![cat](https://example.org/cat.png){: #the-cat}\n\nA box.\n{: .note }\n\nOther.\n\n{: #after .x}\n\n## Own {#mine}\n\nCode `{: #no}` stays, {: this too}.\n',
    )
    expect(page.querySelector('img')?.id).toBe('user-content-the-cat')
    expect(page.querySelector('h2')?.id).toBe('user-content-mine')
    expect(textOf(page.querySelector('h2'))).toBe('Own')
    expect(page.querySelector('code')?.textContent).toBe('{: #no}')
    expect(textOf(page)).toContain('{: this too}')
    expect(page.querySelector('#user-content-after')?.textContent).toBe('Other.')
    expect(page.querySelector('p.user-content-note')?.textContent).toBe('A box.')
  })
})

describe('headings', () => {
  const levels = (source: string, headingOffset?: number) =>
    [...render(source, { headingOffset }).querySelectorAll('h1,h2,h3,h4,h5,h6')].map(
      (heading) => `${heading.tagName} ${heading.textContent}`,
    )

  test('start below the levels of the page, whatever the level of the first one', () => {
    expect(levels('# a\n## b\n# c')).toEqual(['H2 a', 'H3 b', 'H2 c'])
    expect(levels('### a\n#### b\n### c')).toEqual(['H2 a', 'H3 b', 'H2 c'])
    expect(levels('### a\n#### b', 2)).toEqual(['H3 a', 'H4 b'])
  })

  test('never skip a level and never go below h6', () => {
    expect(levels('## a\n##### b\n### c\n## d')).toEqual(['H2 a', 'H3 b', 'H3 c', 'H2 d'])
    expect(levels('# a\n## b\n### c\n#### d\n##### e\n###### f', 2).at(-1)).toBe('H6 f')
  })

  test('have unique ids as on GitHub, and a link beside them', () => {
    const page = render('## What is it?\n## What is it?\n## Über `code`_x\n## !\n<h3></h3>\n')
    const ids = [...page.querySelectorAll('h2')].map((heading) => heading.id)
    expect(ids).toEqual([
      'user-content-what-is-it',
      'user-content-what-is-it-1',
      'user-content-über-code_x',
      'user-content-section',
    ])
    const link = page.querySelector('h2 + a')
    expect(link?.getAttribute('href')).toBe('#user-content-what-is-it')
    expect(link?.getAttribute('aria-label')).toBe('Link to section: What is it?')
  })

  test('get no id that the author has used', () => {
    const page = render('<span id="setup"></span>\n\n## Setup\n\n## Setup 1\n\n## Setup\n')
    const ids = [...page.querySelectorAll('[id]')].map((element) => element.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(page.querySelector('span')?.id).toBe('user-content-setup')
  })
})

describe('links', () => {
  test('to other sites open in a new tab and say so', () => {
    const link = render('[docs](https://example.org/a?b=c&d)').querySelector('a')
    expect(link?.target).toBe('_blank')
    expect(link?.rel).toBe('noopener noreferrer')
    expect(textOf(link)).toBe('docs (opens in a new tab)')
  })

  test('to this origin and to emails are not changed', () => {
    const page = render('[a](https://our.example/app) <me@example.org>', {
      origin: 'https://our.example',
    })
    expect([...page.querySelectorAll('a')].map((link) => [link.href, link.target])).toEqual([
      ['https://our.example/app', ''],
      ['mailto:me@example.org', ''],
    ])
  })

  test('to a course or lesson of the portal stay in the tab, as a path or as an absolute address', () => {
    const lesson = '/app/courses/knots/lesson/e0000000-0000-4000-8000-000000030102#two-turns'
    const page = render(
      `[a](${lesson}) [b](https://our.example${lesson}) [c](/courses/knots) [d](/app/courses/../login)`,
      { origin: 'https://our.example' },
    )
    expect(
      [...page.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.target]),
    ).toEqual([
      [lesson, ''],
      [lesson, ''],
      ['/courses/knots', ''],
    ])
  })

  test('within the page lead to headings and other ids', () => {
    const page = render(
      '[a](#Set-up) [b](#spot) [c](#old) [d](#nowhere)\n\n### Set up\n<span id="spot">x</span> <a name="old"></a>',
    )
    const links = [...page.querySelectorAll('p a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['#user-content-set-up', '#user-content-spot', '#user-content-old'])
    for (const href of links) expect(page.querySelector(href ?? '')).not.toBeNull()
    expect(textOf(page)).toContain('d')
  })

  test('within the page lead to ids that are named like a property of the document, and to the first of two equal ids', () => {
    const page = render('[a](#links)\n\n<i id="links">x</i> <b id="links">y</b>')
    expect(page.querySelector('a')?.getAttribute('href')).toBe('#user-content-links')
    expect([...page.querySelectorAll('#user-content-links')].map(textOf)).toEqual(['x'])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#x0A;script:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x/1',
    '../other/lesson.md',
    '/app/dashboard',
    'lesson.md',
    '',
  ])('to %j become text', (address) => {
    const page = render(`<a href="${address}" onclick="x()">word</a> [mark](<${address}>)`)
    expect(page.querySelector('a')).toBeNull()
    expect(textOf(page)).toContain('word')
  })
})

describe('images', () => {
  test('load lazily, send no referrer, and keep alternative text and size', () => {
    const image = render('<img src="https://example.org/a.png" alt="A cat" width="40" height="x">')
    expect(image.innerHTML).toBe(
      '<img alt="A cat" width="40" loading="lazy" decoding="async" referrerpolicy="no-referrer" src="https://example.org/a.png">',
    )
  })

  test('are replaced by their alternative text if their address cannot be loaded', () => {
    const page = render('![A plan](imgs/plan.png) ![](../x.png) ![d](data:image/png;base64,AA)')
    expect(page.querySelector('img')).toBeNull()
    expect(textOf(page)).toBe('A plan d')
  })

  test('that the policy of the page blocks are replaced by links', () => {
    const page = render(
      '![A pot](http://example.org/a.png) <img src="http://example.org/b.png"> [![Cup](http://example.org/c.png)](https://example.org/cup)',
    )
    expect(page.querySelector('img')).toBeNull()
    expect([...page.querySelectorAll('a')].map((a) => [a.href, a.firstChild?.textContent])).toEqual(
      [
        ['http://example.org/a.png', 'A pot'],
        ['http://example.org/b.png', 'http://example.org/b.png'],
        ['https://example.org/cup', 'Cup'],
      ],
    )
  })

  test('from the origin of the page are shown on a page without https', () => {
    const source = '![A pot](http://class.example/a.png)'
    const page = renderMarkdown(source, { origin: 'http://class.example' })
    expect(page.querySelector('img')?.getAttribute('src')).toBe('http://class.example/a.png')
  })

  test('that are the only content of a link give the link its name', () => {
    const page = render('[![](https://example.org/a.png)](https://example.org/b)')
    expect(page.querySelector('a > img')?.getAttribute('alt')).toBe('example.org')
  })
})

describe('code', () => {
  test('has a frame with its language and a Copy button', () => {
    const page = render('```js\nlet a = "<b>"\n```\n\n```\nplain\n```\n\n    indented\n')
    const frames = [...page.querySelectorAll('.md-code')]
    expect(frames.map((frame) => textOf(frame.querySelector('.md-code-language')))).toEqual([
      'JavaScript',
      'Text',
      'Text',
    ])
    expect(frames[0]?.querySelector('code')?.textContent).toBe('let a = "<b>"')
    expect(frames[0]?.querySelector('code')?.dataset.grammar).toBe('javascript')
    expect(frames[1]?.querySelector('code')?.dataset.grammar).toBeUndefined()
    expect(textOf(frames[1]?.querySelector('button') ?? null)).toBe('Copy code block 2')
  })

  test('in HTML has the same frame and may contain markup', () => {
    const page = render(
      '<pre class="x"><code class="language-css">a{}</code></pre>\n\n<pre>a <b>c</b></pre>',
    )
    expect(page.querySelector('code[data-grammar="css"]')?.textContent).toBe('a{}')
    expect(page.querySelectorAll('.md-code')[1]?.querySelector('code > b')?.textContent).toBe('c')
  })
})

describe('titles of code', () => {
  const bars = (source: string) =>
    [...render(source).querySelectorAll('.md-code-bar')].map((bar) =>
      [...bar.querySelectorAll('span:not(button span)')].map(textOf),
    )

  test.each([
    ['js title="src/app.js"', ['src/app.js', 'JavaScript']],
    ["js {1,3} title='my file.js'", ['my file.js', 'JavaScript']],
    ['toml filename=Cargo.toml', ['Cargo.toml', 'TOML']],
    ['title="notes"', ['notes', 'Text']],
    ['js title=""', ['JavaScript']],
    ['js subtitle="x"', ['JavaScript']],
  ])('%s', (written, expected) => {
    expect(bars(`\`\`\`${written}\na\n\`\`\``)).toEqual([expected])
  })

  test('name the scrolling box, and may be set in HTML', () => {
    const page = render('<pre title="a & b"><code class="language-css">a{}</code></pre>')
    expect(page.querySelector('pre')?.dataset.scrollName).toBe('Code block 1, a & b, CSS')
    expect(page.querySelector('[title]')).toBeNull()
  })
})

describe('task lists', () => {
  test('have read-only check boxes with labels', () => {
    const page = render('- [ ] Boil the *water*\n  - inner\n- [x] Pour it\n')
    const labels = [...page.querySelectorAll('label')]
    expect(labels.map(textOf)).toEqual(['Boil the water', 'Pour it'])
    expect(labels.every((label) => label.querySelector('input')?.disabled === true)).toBe(true)
    expect(page.querySelector('label ul')).toBeNull()
  })

  test('may have blank lines between items, and other inputs are removed', () => {
    const page = render(
      '- [ ] one\n\n- [ ] two\n\n<input type="text" value="x"><input type="checkbox">\n',
    )
    expect([...page.querySelectorAll('label')].map(textOf)).toEqual(['one', 'two'])
    expect(page.querySelectorAll('input')).toHaveLength(2)
  })
})

describe('a post, which is rendered with `htmlAsText`', () => {
  const people = (source: string) => render(source, { htmlAsText: true })

  test.each([
    'Why does my <form> reload when I press <button>?',
    'Move <style> to <head>. Then hand in again.',
    'It says <div class="a">b</div> and <!-- why? --> and <br/> and </p>.',
    '<script>alert(1)</script>',
    'if a < b && b > c',
  ])('keeps its tags as text: %s', (source) => {
    const page = people(source)
    expect(textOf(page)).toBe(source)
    expect(page.querySelector('form, button, style, script, div.md-a, br')).toBeNull()
  })

  test('keeps tags at the beginning of lines as text, and the text between them', () => {
    const page = people('<form>\n<input name="a">\n</form>\n\n<p>**bold**</p>')
    expect(textOf(page)).toBe('<form> <input name="a"> </form> <p>bold</p>')
    expect(page.querySelector('strong')?.textContent).toBe('bold')
  })

  test('can have code, links, and addresses in angle brackets', () => {
    const page = people(
      '`<b>` [a](https://a.example) <https://b.example>\n\n```html\n<i>c</i>\n```',
    )
    expect(page.querySelector('code')?.textContent).toBe('<b>')
    expect(page.querySelectorAll('a[href^="https://"]')).toHaveLength(2)
    expect(page.querySelector('pre')?.textContent).toContain('<i>c</i>')
  })
})
