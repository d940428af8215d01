/**
 * The design tokens of both applications. The learner portal's CSS variables (`tokens.css`) and antd's theme
 * (`antd-theme.ts`) are made from these objects, in light and dark.
 */

export type ThemeName = 'light' | 'dark'

/**
 * Colour roles. Every pair that carries text has a contrast of at least 4.5:1, every boundary of a control at least
 * 3:1; `tokens.test.ts` measures them.
 */
export interface ColorRoles {
  /** Reading text and headings. */
  text: string
  /** Secondary text, with AA contrast on every surface. */
  textMuted: string
  /** Decorative lines; not the boundary of a control. */
  border: string
  /** The boundary of inputs and outlined buttons. */
  borderStrong: string
  /** The background of the page. */
  surface: string
  /** The background of cards, bars, menus and dialogs. */
  surfaceRaised: string
  /**
   * Tracks, insets, and badges without a colour. In the dark theme they are lighter than cards, because anything darker
   * than the page would be invisible.
   */
  surfaceSunken: string
  /** The accent: primary buttons, links, progress. */
  accent: string
  accentHover: string
  /** Text on the accent. */
  accentText: string
  /** A light tint of the accent for badges and the current item. */
  accentSoft: string
  /** Text on `accentSoft`. */
  accentInk: string
  danger: string
  dangerSoft: string
  warning: string
  warningSoft: string
  /** The layer behind dialogs. */
  scrim: string
}

export const colors: Record<ThemeName, ColorRoles> = {
  light: {
    text: '#211e1a',
    textMuted: '#645d52',
    border: '#e4ddd0',
    borderStrong: '#8d8577',
    surface: '#faf7f2',
    surfaceRaised: '#ffffff',
    surfaceSunken: '#f1ece3',
    accent: '#17694d',
    accentHover: '#10533c',
    accentText: '#ffffff',
    accentSoft: '#e0f0e7',
    accentInk: '#11553d',
    danger: '#b3261e',
    dangerSoft: '#fbe8e5',
    warning: '#855600',
    warningSoft: '#fbf0d8',
    scrim: 'rgb(33 30 26 / 0.45)',
  },
  dark: {
    text: '#ece7de',
    textMuted: '#aaa296',
    border: '#383329',
    borderStrong: '#827a6c',
    surface: '#171512',
    surfaceRaised: '#211e1a',
    surfaceSunken: '#2d2922',
    accent: '#7dd3ac',
    accentHover: '#9be2c2',
    accentText: '#0a2a1e',
    accentSoft: '#1b3a2e',
    accentInk: '#a8e6cb',
    danger: '#ff9f94',
    dangerSoft: '#45211d',
    warning: '#f0c470',
    warningSoft: '#3d2f13',
    scrim: 'rgb(0 0 0 / 0.6)',
  },
}

/** The colour roles that an accent sets. */
export type AccentRoles = Pick<
  ColorRoles,
  'accent' | 'accentHover' | 'accentText' | 'accentSoft' | 'accentInk'
>

/**
 * The accents that a bootcamp may choose for its public pages; green is the product's own. Each keeps the contrasts
 * of the colours above, in both themes.
 */
export const accents = {
  green: { light: accentOf(colors.light), dark: accentOf(colors.dark) },
  teal: {
    light: made('#0f6674', '#0b525d', '#ffffff', '#ddf0f2', '#0b525d'),
    dark: made('#7dcad6', '#9fdae3', '#06282e', '#163a41', '#aae2ea'),
  },
  blue: {
    light: made('#1d5fa8', '#174c87', '#ffffff', '#e1ecf8', '#174c87'),
    dark: made('#8fbdf2', '#aed0f7', '#0b2440', '#1b3350', '#b9d7f8'),
  },
  violet: {
    light: made('#6246a8', '#4e3789', '#ffffff', '#ebe6f7', '#4e3789'),
    dark: made('#b9a5f0', '#cdbef5', '#22163f', '#2f2650', '#d3c6f7'),
  },
  plum: {
    light: made('#94307a', '#772462', '#ffffff', '#f8e4f2', '#772462'),
    dark: made('#eba0d6', '#f2bce2', '#3b0f30', '#47203c', '#f5c6e7'),
  },
  copper: {
    light: made('#9a4a1b', '#7d3b14', '#ffffff', '#f8e8dc', '#7d3b14'),
    dark: made('#efa87a', '#f4c1a0', '#3d1a06', '#45281a', '#f6c9ab'),
  },
} satisfies Record<string, Record<ThemeName, AccentRoles>>

function accentOf({ accent, accentHover, accentText, accentSoft, accentInk }: ColorRoles) {
  return made(accent, accentHover, accentText, accentSoft, accentInk)
}

function made(
  accent: string,
  accentHover: string,
  accentText: string,
  accentSoft: string,
  accentInk: string,
): AccentRoles {
  return { accent, accentHover, accentText, accentSoft, accentInk }
}

/** Figtree is served from this origin. `fonts/fonts.css` adapts the fallback font to its metrics. */
export const fonts = {
  sans: '"Figtree", "Figtree Fallback", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
} as const

/** The type scale in rem, each with its line height. One step is a factor of about 1.2. */
export const typeScale = {
  xs: { size: 0.8125, line: 1.45 },
  s: { size: 0.9375, line: 1.5 },
  m: { size: 1.0625, line: 1.65 },
  l: { size: 1.25, line: 1.4 },
  xl: { size: 1.5, line: 1.3 },
  '2xl': { size: 1.9375, line: 1.2 },
  '3xl': { size: 2.5, line: 1.12 },
} as const

export const weights = { regular: 400, medium: 500, semibold: 600, bold: 700 } as const

/** The grid, in px. `--space-n` is n times this. */
export const SPACE_PX = 4

/** The steps of the grid that have a variable. */
export const spaceSteps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 20, 24] as const

/** Corner radii in px. */
export const radii = { s: 6, m: 10, l: 18, full: 999 } as const

export const shadows: Record<ThemeName, { 1: string; 2: string; 3: string }> = {
  light: {
    1: '0 1px 2px rgb(60 48 28 / 0.06), 0 1px 1px rgb(60 48 28 / 0.04)',
    2: '0 10px 24px -10px rgb(60 48 28 / 0.18), 0 2px 6px rgb(60 48 28 / 0.06)',
    3: '0 24px 56px -16px rgb(60 48 28 / 0.3), 0 4px 12px rgb(60 48 28 / 0.08)',
  },
  dark: {
    1: '0 1px 2px rgb(0 0 0 / 0.4)',
    2: '0 10px 24px -10px rgb(0 0 0 / 0.7), 0 2px 6px rgb(0 0 0 / 0.35)',
    3: '0 24px 56px -16px rgb(0 0 0 / 0.85), 0 4px 12px rgb(0 0 0 / 0.45)',
  },
}

/** Durations in ms; all become instant if reduced motion is preferred. */
export const motion = {
  fast: 120,
  medium: 220,
  ease: 'cubic-bezier(0.2, 0, 0, 1)',
} as const

/** The largest width of a text, in characters. */
export const MEASURE_CH = 72
