import { describe, expect, test } from 'vitest'
import { linesOf } from '../reading/text-lines'
import { PLAIN, plainMarkdown } from './plain-markdown'

function plain(source: string, isMdx = false) {
  const { lines, remarks } = plainMarkdown(linesOf(source, 1), { ...PLAIN, isMdx })
  return {
    text: lines.map(({ text }) => text).join('\n'),
    remarks: remarks.map(({ line, message, about }) => `${line} ${message} ${about ?? ''}`.trim()),
  }
}

describe('admonitions', () => {
  test.each([
    ['Docusaurus', ':::tip[Try it]\n\nBrew **once**.\n\n:::\n\nBehind.'],
    ['VitePress', '::: tip Try it\n\nBrew **once**.\n\n:::\n\nBehind.'],
    ['MkDocs', '!!! tip "Try it"\n\n    Brew **once**.\n\nBehind.'],
    ['folded, MkDocs', '??? tip "Try it"\n\n    Brew **once**.\n\nBehind.'],
  ])('of %s become alerts', (_tool, source) => {
    const { text, remarks } = plain(source)
    expect(text.replace(/\n(?:>\n)+/g, '\n>\n').replace(/\n>?\n(?=Behind)/, '\n\n')).toContain(
      '> [!TIP]\n> **Try it**\n>\n> Brew **once**.',
    )
    expect(text.endsWith('\nBehind.')).toBe(true)
    expect(remarks).toEqual([])
  })

  test('of GitBook become alerts without a title', () => {
    expect(plain('{% hint style="danger" %}\nHot.\n{% endhint %}').text).toBe(
      '> [!CAUTION]\n> Hot.',
    )
  })

  test('become alerts within each other, and with code in them', () => {
    const source = '::::note\nOuter\n:::warning\n```js\n:::x\n```\n:::\nEnd\n::::'
    expect(plain(source).text).toBe(
      '> [!NOTE]\n> Outer\n>\n> > [!WARNING]\n> > ```js\n> > :::x\n> > ```\n> End',
    )
  })

  test('stay two alerts if one directly follows the other', () => {
    expect(plain(':::note\nA\n:::\n:::tip\nB\n:::').text).toBe('> [!NOTE]\n> A\n\n> [!TIP]\n> B')
  })

  test('keep the contents of tabs inside them', () => {
    expect(plain('::: code-group\n```sh\nnpm i\n```\n:::').text).toBe('```sh\nnpm i\n```')
    expect(plain('=== "npm"\n\n    Use npm.\n\n=== "yarn"\n\n    Use yarn.').text).toBe(
      '**npm**\n\n\nUse npm.\n\n\n**yarn**\n\n\nUse yarn.',
    )
  })
})

test('removes code and components of MDX, and reports them', () => {
  const source =
    'import Tabs from "@theme/Tabs"\nexport const a = {\n  b: 1,\n}\n\n# Brew {/* hidden */}\n\n<Tabs groupId="x">\nPour `<Tea />`.\n</Tabs>\n\n```jsx\nimport x from "y"\n<Tea />\n```'
  const { text, remarks } = plain(source, true)
  expect(text).toBe('\n# Brew\n\nPour `<Tea />`.\n\n```jsx\nimport x from "y"\n<Tea />\n```')
  expect(remarks).toEqual([
    '1 MDX code (import, export) was left out.',
    '8 A component was left out; its content was kept. Tabs',
  ])
  expect(plain('<Tabs>import</Tabs>').text).toBe('import')
})

test('reports includes and placeholders of template languages', () => {
  const { text, remarks } = plain(
    'A\n\n{{#include ../src/main.rs:3}}\n\nSee {{ site.url }} and {% link a.md %} but `{{ this }}`.',
  )
  expect(text).toBe(
    'A\n\n`../src/main.rs:3`\n\nSee {{ site.url }} and {% link a.md %} but `{{ this }}`.',
  )
  expect(remarks).toEqual([
    '3 A file that the text includes is missing; its name is shown instead. ../src/main.rs:3',
    '5 A tag of a template language was kept as text. {{ site.url }}',
    '5 A tag of a template language was kept as text. {% link a.md %}',
  ])
})

test('removes marks that only set the look of a block, and reports them', () => {
  const { text, remarks } = plain(
    'A list.\n{: .note }\n\n{: .fs-6 .fw-300 }\nSmall.\n\n`{: .x }` {: .y }',
  )
  expect(text).toBe('A list.\n\nSmall.\n\n`{: .x }` {: .y }')
  expect(remarks).toEqual([
    '2 A mark that only styles a block was left out. {: .note }',
    '4 A mark that only styles a block was left out. {: .fs-6 .fw-300 }',
    '7 A mark for another tool was kept as text. {: .y }',
  ])
})

test('converts callouts of Just the Docs to alerts: a paragraph, a quote, and a quote with a title', () => {
  const { text, remarks } = plain(
    'Before.\n\n{: .warning }\nOne\nparagraph.\n\nAfter.\n\n{: .tip }\n> First.\n>\n> Second.\n\n{: .note-title }\n> My title\n>\n> Text.\n\nEnd.',
  )
  expect(text).toBe(
    'Before.\n\n\n> [!WARNING]\n> One\n> paragraph.\n\nAfter.\n\n\n> [!TIP]\n> First.\n>\n> Second.\n\n\n> [!NOTE]\n> **My title**\n>\n> Text.\n\nEnd.',
  )
  expect(remarks).toEqual([])
})

test('ends a callout with its paragraph or before code, and does not convert a callout inside code', () => {
  const { text, remarks } = plain(
    '{: .note }\nRun:\n```sh\na\n\n> b\n```\n\n{: .tip }\n```sh\nc\n```\n\n{: .tip-title }\nNo quote.',
  )
  expect(text).toBe('> [!NOTE]\n> Run:\n```sh\na\n\n> b\n```\n\n```sh\nc\n```\n\nNo quote.')
  expect(remarks).toEqual([
    '9 A mark that only styles a block was left out. {: .tip }',
    '14 A mark that only styles a block was left out. {: .tip-title }',
  ])
})
