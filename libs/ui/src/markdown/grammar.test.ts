import { describe, expect, test } from 'vitest'
import { codeLanguage } from './code-languages'
import { colour } from './highlighter'
import { lazyGrammars } from './lazy-grammars'

const plain = (html: string | null) => {
  const holder = document.createElement('div')
  holder.innerHTML = html ?? ''
  return holder.textContent
}

describe('languages', () => {
  test.each([
    ['js', 'JavaScript', 'javascript'],
    ['JavaScript', 'JavaScript', 'javascript'],
    ['js{1,3}', 'JavaScript', 'javascript'],
    ['jsx', 'JSX', 'javascript'],
    ['ts', 'TypeScript', 'typescript'],
    ['html', 'HTML', 'xml'],
    ['scss', 'SCSS', 'css'],
    ['sh', 'Shell', 'bash'],
    ['console', 'Terminal', 'shell'],
    ['yml', 'YAML', 'yaml'],
    ['py', 'Python', 'python'],
    ['rs', 'Rust', 'rust'],
    ['c++', 'C++', 'cpp'],
    ['C#', 'C#', 'csharp'],
    ['kt', 'Kotlin', 'kotlin'],
    ['Dockerfile', 'Dockerfile', 'dockerfile'],
    ['toml', 'TOML', 'ini'],
    ['ps1', 'PowerShell', 'powershell'],
    ['text', 'Text', null],
    ['', 'Text', null],
    ['git', 'Git', null],
    ['constructor', 'Constructor', null],
  ])('%s is %s', (written, label, grammar) => {
    expect(codeLanguage(written)).toEqual({ label, grammar })
  })

  test.each(
    ['javascript', 'css', 'xml', 'bash', 'shell', 'json', ...Object.keys(lazyGrammars)].map(
      (grammar) => [grammar],
    ),
  )('%s colours and changes no character', async (grammar) => {
    const code = `<a href="x">&amp;</a>\n# a 'b' "c" 12 // d\nif (x) { y: 1; }\n$ ls -l\n+ e\n`
    const html = await colour(code, grammar)
    expect(plain(html)).toBe(code)
    expect(html).not.toMatch(/<(?!\/?span)/)
  })

  test.each([
    ['rust', 'fn main() {}', 'fn'],
    ['go', 'package main', 'package'],
    ['c', 'return 0;', 'return'],
    ['cpp', 'class A {};', 'class'],
    ['csharp', 'namespace A;', 'namespace'],
    ['kotlin', 'fun main() {}', 'fun'],
    ['swift', 'let a = 1', 'let'],
    ['dockerfile', 'FROM node:24', 'FROM'],
    ['graphql', 'query { me }', 'query'],
    ['powershell', 'if ($a) { }', 'if'],
  ])('the grammar %s knows its keywords', async (grammar, code, word) => {
    expect(await colour(code, grammar)).toMatch(
      new RegExp(`<span class="hljs-(?:keyword|built_in)">${word}`),
    )
  })

  test.each(['cobol', 'constructor', '__proto__'])(
    'an unknown grammar is null: %s',
    async (name) => {
      expect(await colour('a', name)).toBeNull()
    },
  )
})

describe('the grammar of CSS and SCSS', () => {
  const scopes = async (code: string) => {
    const holder = document.createElement('div')
    holder.innerHTML = (await colour(code, 'css')) ?? ''
    return Object.fromEntries(
      [...holder.querySelectorAll('span')].map((span) => [
        span.textContent,
        span.className.replace(/hljs-/g, ''),
      ]),
    )
  }

  test('distinguishes selectors, properties and values', async () => {
    expect(
      await scopes(
        '/* c */\nul > li.item:hover, #main::after, a[href="x"] {\n  color: #fff;\n  margin: 0 -1.5em;\n  --gap: calc(1px + var(--b)) !important;\n  background: url(a.png) no-repeat\n}\n@media (min-width: 40rem) and (hover) { p { content: "x" } }',
      ),
    ).toMatchObject({
      '/* c */': 'comment',
      ul: 'selector-tag',
      li: 'selector-tag',
      '.item': 'selector-class',
      ':hover': 'selector-pseudo',
      '#main': 'selector-id',
      '::after': 'selector-pseudo',
      '[href="x"]': 'selector-attr',
      color: 'attribute',
      '#fff': 'number',
      margin: 'attribute',
      '-1.5em': 'number',
      '--gap': 'attribute',
      calc: 'built_in',
      '--b': 'variable',
      '!important': 'meta',
      'a.png': 'string',
      '@media': 'keyword',
      'min-width': 'attribute',
      '40rem': 'number',
      and: 'keyword',
      p: 'selector-tag',
      content: 'attribute',
      '"x"': 'string',
    })
  })

  test('knows variables, nesting and line comments of SCSS', async () => {
    expect(
      await scopes(
        '$gap: 4px; // why\n.card {\n  &:hover { color: $ink; }\n  a:focus { top: 0 }\n  @include wide($gap);\n}',
      ),
    ).toMatchObject({
      $gap: expect.stringMatching(/attribute|variable/),
      '4px': 'number',
      '// why': 'comment',
      '.card': 'selector-class',
      '&': 'selector-tag',
      ':hover': 'selector-pseudo',
      $ink: 'variable',
      ':focus': 'selector-pseudo',
      top: 'attribute',
      '@include': 'keyword',
    })
  })
})
