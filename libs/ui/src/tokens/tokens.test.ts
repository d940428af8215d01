import { describe, expect, it } from 'vitest'
import accentsCheckedIn from './accents.css?raw'
import { antdTokens } from './antd-theme'
import { contrast } from './contrast'
import { accentsCss, tokensCss } from './css-variables'
import { accents, colors } from './tokens'
import checkedIn from './tokens.css?raw'

describe('tokens.css', () => {
  it('equals the text made from the tokens', () => {
    expect(checkedIn).toBe(tokensCss())
  })
})

describe('accents.css', () => {
  it('equals the text made from the tokens', () => {
    expect(accentsCheckedIn).toBe(accentsCss())
  })
})

describe.each(Object.keys(accents) as (keyof typeof accents)[])('the accent %s', (name) => {
  it.each(['light', 'dark'] as const)('has enough contrast in the %s theme', (theme) => {
    const { accent, accentHover, accentText, accentSoft, accentInk } = accents[name][theme]
    const { surface, surfaceRaised, surfaceSunken, text } = colors[theme]
    for (const [ink, ground] of [
      [accent, surface],
      [accent, surfaceRaised],
      [accent, surfaceSunken],
      [accentHover, surface],
      [accentText, accent],
      [accentText, accentHover],
      [accentInk, accentSoft],
      [text, accentSoft],
    ] as const) {
      expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe.each(['light', 'dark'] as const)('%s colours', (theme) => {
  const color = colors[theme]
  const surfaces = [color.surface, color.surfaceRaised, color.surfaceSunken]

  it('have a contrast of 4.5:1 for text on every surface', () => {
    for (const surface of surfaces) {
      for (const ink of [color.text, color.textMuted, color.accent, color.danger, color.warning]) {
        expect(contrast(ink, surface), `${ink} on ${surface}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('have a contrast of 4.5:1 for text on soft backgrounds and on the accent', () => {
    for (const [ink, ground] of [
      [color.accentText, color.accent],
      [color.accentText, color.accentHover],
      [color.accentInk, color.accentSoft],
      [color.text, color.accentSoft],
      [color.danger, color.dangerSoft],
      [color.warning, color.warningSoft],
    ] as const) {
      expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('make badges and insets visible on the page and on cards', () => {
    for (const ground of [color.surface, color.surfaceRaised]) {
      expect(contrast(color.surfaceSunken, ground)).toBeGreaterThanOrEqual(1.1)
    }
    if (theme === 'dark') {
      expect(contrast(color.surfaceSunken, '#000000')).toBeGreaterThan(
        contrast(color.surfaceRaised, '#000000'),
      )
    }
  })

  it('have a contrast of 3:1 for the boundaries of controls', () => {
    for (const surface of surfaces) {
      expect(contrast(color.borderStrong, surface)).toBeGreaterThanOrEqual(3)
    }
  })

  it('are the same in the theme of antd', () => {
    expect(antdTokens(theme)).toMatchObject({
      colorPrimary: color.accent,
      colorBgLayout: color.surface,
      colorTextLightSolid: color.accentText,
    })
  })
})

it("contrast is measured by WCAG's formula", () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})
