import { describe, expect, test } from 'vitest'
import { contrast } from '../tokens/contrast'
import { colors } from '../tokens/tokens'
import boxes from './boxes.css?raw'
import code from './code.css?raw'
import colours from './code-colours.css?raw'
import text from './markdown.css?raw'

const css = colours + text + boxes + code

function codeColours(selector: string): [string, string][] {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return [...block.matchAll(/(--code-[a-z]+): (#[0-9a-f]{6})/g)].map(([, name = '', hex = '']) => [
    name,
    hex,
  ])
}

describe.each([
  ['light', '.md,\n.code-colours'],
  ['dark', ':root[data-theme="dark"] :is(.md, .code-colours)'],
] as const)('%s', (theme, selector) => {
  const color = colors[theme]

  test('code has enough contrast with its background', () => {
    const colours = codeColours(selector)
    expect(colours).toHaveLength(8)
    // Lines with remarks and changed lines have other backgrounds than ordinary lines.
    const { surface, surfaceSunken, warningSoft, accentSoft, dangerSoft } = color
    for (const ground of [surface, surfaceSunken, warningSoft, accentSoft, dangerSoft]) {
      for (const [name, hex] of colours) {
        expect(contrast(hex, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  test('links and muted text have enough contrast in notes', () => {
    for (const ground of [color.accentSoft, color.warningSoft, color.dangerSoft]) {
      for (const ink of [color.text, color.textMuted, color.accent, color.accentHover]) {
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })
})

test('a heading of one long word is not wider than its page', () => {
  // The heading is a flex item beside its link. By default, a long word makes a flex item wider.
  expect(text).toMatch(
    /\.md :is\(h2, h3, h4, h5, h6\) \{[^}]*min-width: 0;[^}]*overflow-wrap: anywhere;/,
  )
})

test('a long line of code or a wide table does not widen the elements around it', () => {
  expect(text).toMatch(/\.md :is\(\.md-code, \.md-table\) \{\s*contain: inline-size;/)
  expect(text).toMatch(/\.md \{[^}]*overflow-wrap: anywhere;/)
})

test('a picture outside a paragraph is not wider than its page', () => {
  // The rule for blocks is more specific than the rule for pictures, so it must limit the width too.
  expect(text).toMatch(/\.md-content > :not\([^)]*\) \{\s*max-width: min\(100%,/)
})

test('every colour comes from the tokens or the code palette', () => {
  const rules = css.replace(/--code-[a-z]+: #[0-9a-f]{6};/g, '')
  expect(rules).not.toMatch(/#[0-9a-f]{3,8}\b|rgb|hsl/)
})
