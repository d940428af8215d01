import { expect, it } from 'vitest'
import { findPassage } from './find-passage'
import { sectionsOf } from './sections'

function page(html: string): HTMLElement {
  const root = document.createElement('article')
  root.innerHTML = html
  return root
}

const found = (html: string, passage: string) =>
  findPassage(page(html), passage).map((range) => range.toString())

it('a passage is found regardless of mark-up, case, accents and punctuation', () => {
  const html = '<p>First of all, <em>re</em>base <b>the</b> Naïve branch!</p>'
  expect(found(html, 'rebase the naive branch')).toEqual(['re', 'base', 'the', 'Naïve branch'])
  expect(found('<p>ﬁne “words”</p>', 'fine words')).toEqual(['ﬁne “words'])
  expect(found('<p>数学 𝒳 日本</p>', '数学 x')).toEqual(['数学 𝒳'])
})

it('a passage is found only at the beginning of a word', () => {
  expect(found('<p>debase, base</p>', 'base')).toEqual(['base'])
  expect(found('<p>debase</p>', 'base')).toEqual([])
  expect(found('<p>co<i>base</i></p>', 'base')).toEqual([])
  expect(found('<h2>About</h2><p>base</p>', 'base')).toEqual(['base'])
})

it('in a script without spaces, a passage can begin at any letter', () => {
  expect(found('<p>次に<b>統合</b>します。</p>', '統合します')).toEqual(['統合', 'します'])
  expect(found('<p>비동기함수를</p>', '함수')).toEqual(['함수'])
  expect(found('<p>เขียนคำสั่งควบคุม</p>', 'คำสั่ง')).toEqual(['คำสั่ง'])
  expect(found('<p>Gitで学ぶ</p>', 'it')).toEqual([])
})

it('if the text lacks the end of a passage, the longest beginning that it has is found', () => {
  expect(found('<p>Use git rebase with care.</p>', 'git rebase for fun')).toEqual(['git rebase'])
  expect(found('<p>Use svn.</p>', 'git rebase')).toEqual([])
  expect(found('<p>Use svn.</p>', '…')).toEqual([])
})

it('elements that are not part of the lesson text, such as buttons, are skipped', () => {
  const html =
    '<header>git is</header><p>git</p><nav>of</nav><div class="md-code-bar">Shell</div><pre>is</pre>'
  const [first, second] = findPassage(page(html), 'git is')
  expect(first?.startContainer.parentElement?.tagName).toBe('P')
  expect(second?.startContainer.parentElement?.tagName).toBe('PRE')
})

it('the table of contents has two levels of headings, and is empty if there are fewer than three', () => {
  const text = (headings: string[]) =>
    page(headings.map((tag, i) => `<${tag} id="h${i}">H${i}</${tag}>`).join(''))
  expect(sectionsOf(text(['h2', 'h3', 'h4', 'h2']), 2)).toEqual([
    { id: 'h0', title: 'H0', inner: false },
    { id: 'h1', title: 'H1', inner: true },
    { id: 'h3', title: 'H3', inner: false },
  ])
  expect(sectionsOf(text(['h2', 'h3']), 2)).toEqual([])
  const noted = page(
    '<h2 id="a">A <b>b</b><sup class="md-footnote-ref">1</sup></h2><h2 id="b">B</h2><h2 id="c">C</h2>',
  )
  expect(sectionsOf(noted, 2)[0]?.title).toBe('A b')
  const linked = text(['h2', 'h2', 'h2'])
  const heading = linked.querySelector('h2')
  heading?.append(' and ')
  heading?.insertAdjacentHTML(
    'beforeend',
    '<a href="https://e.org">c<span class="md-visually-hidden"> (opens in a new tab)</span></a>',
  )
  expect(sectionsOf(linked, 2)[0]?.title).toMatch(/and c$/)
  const folded = page(
    '<h3 id="a">A</h3><details><h3 id="b">B</h3></details><h4 id="c">C</h4><h3 id="d">D</h3>',
  )
  expect(sectionsOf(folded, 3).map(({ id }) => id)).toEqual(['a', 'c', 'd'])
})
