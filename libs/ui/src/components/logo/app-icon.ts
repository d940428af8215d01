import type { LogoSize } from './logo-size.ts'

/** The smallest icon of an installed app in px. */
const SMALLEST = 192

/** Whether a logo can be the icon of the installed app (rules/settings#installed-app). */
export const isAppIcon = ({ width, height }: LogoSize): boolean =>
  width === height && width >= SMALLEST
