/** The size of a logo in px. */
export interface LogoSize {
  width: number
  height: number
}

/**
 * Returns the size that the name of a logo's file ends with, such as `…-512x512.png`; null for any other link and for
 * none (rules/settings#logo).
 */
export function logoSize(link: string): LogoSize | null {
  const [, width, height] = /-(\d+)x(\d+)\.png$/.exec(link) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}

/** Whether a logo is so wide that it has to contain the name, so that no name stands beside it (rules/settings#logo). */
export const isWordmark = ({ width, height }: LogoSize): boolean => width >= height * 2
