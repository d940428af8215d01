/** The size of a logo in px. */
export interface LogoSize {
  width: number
  height: number
}

/** The smallest icon of an installed app in px. */
const SMALLEST_ICON = 192

/**
 * Returns the size that the name of a logo's file ends with, such as `…-512x512.png`; null for any other link and for
 * none (rules/settings#logo).
 */
export function logoSize(link: string): LogoSize | null {
  const [, width, height] = /-([1-9]\d{0,3})x([1-9]\d{0,3})\.png$/.exec(link) ?? []
  return width === undefined || height === undefined
    ? null
    : { width: Number(width), height: Number(height) }
}

/** Whether a logo is so wide that it has to contain the name, so that no name stands beside it (rules/settings#logo). */
export const isWordmark = ({ width, height }: LogoSize): boolean => width >= height * 2

/** Whether a logo can be the icon of the installed app (rules/settings#installed-app). */
export const isAppIcon = ({ width, height }: LogoSize): boolean =>
  width === height && width >= SMALLEST_ICON
