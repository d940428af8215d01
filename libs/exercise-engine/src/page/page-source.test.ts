import { expect, test } from 'vitest'
import { pageSource } from './page-source'

const source = (html: string, others: Record<string, string> = {}) => {
  const made = pageSource([
    { path: 'index.html', text: html },
    ...Object.entries(others).map(([path, text]) => ({ path, text })),
  ])
  if (!made) throw new Error('There is no page.')
  return made
}

test('without an index.html there is no page', () => {
  expect(pageSource([{ path: 'main.js', text: '' }])).toBeNull()
  expect(pageSource([{ path: 'Index.html', text: 'a' }])).toMatchObject({ html: 'a' })
})

test('a style sheet replaces the link to it', () => {
  const { html, missing } = source(
    `<link rel="stylesheet" href="./style.css" media="print"><LINK href=css/b.css rel='stylesheet'>`,
    { 'style.css': 'a { content: "</style>" }', 'css/b.css': 'b {}' },
  )
  expect(html).toBe('<style media="print">a { content: "<\\/style>" }</style><style>b {}</style>')
  expect(missing).toEqual([])
})

test('each script becomes a call, and a late one stays late', () => {
  const { html, scripts } = source(
    '<script src="main.js"></script><script defer src="/late.js"></script><script type="module">let a</script><script type="application/json">{}</script>',
    { 'main.js': 'let b', 'late.js': 'let c' },
  )
  expect(html).toBe(
    '<script>__rookies.run(0)</script><script type="module">__rookies.run(1)</script><script type="module">__rookies.run(2)</script><script type="application/json">{}</script>',
  )
  expect(scripts.map(({ path, isModule }) => [path, isModule])).toEqual([
    ['main.js', false],
    ['late.js', false],
    ['index.html', true],
  ])
})

test('an inline script keeps its lines and columns, and its loops are guarded', () => {
  const { scripts } = source('<p>\n<script>for (;;) {\n}</script>')
  expect(scripts[0]?.code).toBe('\n        for (;;) {;__rookies.tick("index.html",2);\n}')
})

test('a script that cannot run is replaced by a script that reports the reason', () => {
  const { scripts } = source('<p>\n  <script>let = </script>')
  expect(scripts[0]?.code).toMatchObject({ path: 'index.html', line: 2 })
})

test('comments and text are left alone', () => {
  const html =
    '<!-- <script src="main.js"></script> --><textarea><script>a</script></textarea><title><link rel=stylesheet href=a.css></title><style>/* <img src="a.svg"> */</style>'
  expect(source(html, { 'main.js': '' })).toMatchObject({ html, scripts: [], missing: [] })
})

test('attributes with the end of a tag in them are read whole', () => {
  const { html } = source('<script data-a="1 > 0" src="main.js"></script>', { 'main.js': '' })
  expect(html).toBe('<script>__rookies.run(0)</script>')
})

test('a file that a page requests and the exercise does not have is reported by name', () => {
  const { html, missing } = source(
    '<script src="https://cdn.example/x.js"></script><link rel="stylesheet" href="nope.css"><img src="data:image/png;base64,"><img src="a.svg">',
    { 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  )
  expect(missing).toEqual([
    'The page asks for https://cdn.example/x.js. Pages of an exercise load nothing from other places.',
    'The page asks for nope.css, which is not a file of this exercise.',
  ])
  expect(html).toContain('src="data:image/svg+xml,%3Csvg')
})
