import {
  type AccentRoles,
  accents,
  colors,
  fonts,
  MEASURE_CH,
  motion,
  radii,
  SPACE_PX,
  shadows,
  spaceSteps,
  type ThemeName,
  typeScale,
  weights,
} from './tokens'

const LINE_WIDTH = 100

const FOCUS_RING = '2px solid var(--color-accent)'

/**
 * Returns the text of `tokens.css`: one block with all variables in light colours, and one with the dark colours
 * under `data-theme="dark"`. A test compares the committed file with it.
 */
export function tokensCss(): string {
  const constants: [string, string][] = [
    ['font-sans', fonts.sans],
    ['font-mono', fonts.mono],
    ...Object.entries(typeScale).flatMap(([step, { size, line }]): [string, string][] => [
      [`text-${step}`, `${size}rem`],
      [`line-${step}`, `${line}`],
    ]),
    ...Object.entries(weights).map(([name, weight]): [string, string] => [
      `weight-${name}`,
      `${weight}`,
    ]),
    ...spaceSteps.map((step): [string, string] => [
      `space-${step}`,
      `${(step * SPACE_PX) / 16}rem`,
    ]),
    ...Object.entries(radii).map(([name, px]): [string, string] => [`radius-${name}`, `${px}px`]),
    ['motion-fast', `${motion.fast}ms`],
    ['motion-medium', `${motion.medium}ms`],
    ['motion-ease', motion.ease],
    ['measure', `${MEASURE_CH}ch`],
    ['focus-ring', FOCUS_RING],
  ]
  return [
    '/* Made from tokens.ts by css-variables.ts; change it there. */',
    block(':root', [...constants, ...themed('light')]),
    // In print the light colours apply, because paper is white.
    '@media not print {',
    indented(block(':root[data-theme="dark"]', themed('dark'))),
    '}',
    '@media (prefers-reduced-motion: reduce) {',
    '  :root {',
    '    --motion-fast: 0ms;',
    '    --motion-medium: 0ms;',
    '  }',
    '}',
    '',
  ].join('\n')
}

/**
 * Returns the text of `accents.css`: the accents for elements below one with `data-accent`. The product's own accent
 * needs no rule. A test compares the committed file with it.
 */
export function accentsCss(): string {
  const variables = (accent: AccentRoles): [string, string][] =>
    Object.entries(accent).map(([role, value]) => [`color-${kebab(role)}`, value])
  return [
    '/* Made from tokens.ts by css-variables.ts; change it there. */',
    // A variable is resolved on the element that declares it, so the focus ring is declared again for the accent.
    rule('[data-accent]', [['focus-ring', FOCUS_RING]]),
    ...Object.entries(accents)
      .filter(([name]) => name !== 'green')
      .flatMap(([name, { light, dark }]) => [
        rule(`[data-accent="${name}"]`, variables(light)),
        rule(`:root[data-theme="dark"] [data-accent="${name}"]`, variables(dark)),
      ]),
    '',
  ].join('\n')
}

function themed(theme: ThemeName): [string, string][] {
  return [
    ...Object.entries(colors[theme]).map(([role, value]): [string, string] => [
      `color-${kebab(role)}`,
      value,
    ]),
    ...Object.entries(shadows[theme]).map(([level, value]): [string, string] => [
      `shadow-${level}`,
      value,
    ]),
  ]
}

function block(selector: string, variables: [string, string][]): string {
  const scheme = selector.includes('dark') ? 'dark' : 'light'
  const lines = variables.map(([name, value]) => declaration(name, value))
  return `${selector} {\n  color-scheme: ${scheme};\n${lines.join('\n')}\n}`
}

function indented(css: string): string {
  return css.replace(/^/gm, '  ')
}

function rule(selector: string, variables: [string, string][]): string {
  return `${selector} {\n${variables.map(([name, value]) => declaration(name, value)).join('\n')}\n}`
}

/** Returns a declaration in the layout of the formatter, which breaks a long line after the name. */
function declaration(name: string, value: string): string {
  const line = `  --${name}: ${value};`
  return line.length <= LINE_WIDTH ? line : `  --${name}:\n    ${value};`
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
