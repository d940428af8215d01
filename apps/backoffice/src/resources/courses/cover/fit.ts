import { ART_HEIGHT, ART_WIDTH } from '@rookies/ui/components/thumbnail/artwork'

export interface Size {
  width: number
  height: number
}

export interface Box extends Size {
  x: number
  y: number
}

/** The aspect ratio of the picture on a course's card. */
export const COVER_SHAPE: Size = { width: ART_WIDTH, height: ART_HEIGHT }
/** Largest width of a cover in pixels: twice the width of the widest card. */
const WIDEST = 1280

/**
 * The largest part of a picture with a given aspect ratio, in whole pixels. `offset` moves it from 0 (top or left)
 * to 1.
 */
export function fit({ width, height }: Size, shape: Size, offset: number): Box {
  const wide = Math.min(width, Math.max(1, Math.round((height * shape.width) / shape.height)))
  const tall = Math.min(height, Math.max(1, Math.round((width * shape.height) / shape.width)))
  const at = Math.min(1, Math.max(0, offset))
  return {
    x: Math.round((width - wide) * at),
    y: Math.round((height - tall) * at),
    width: wide,
    height: tall,
  }
}

/** The direction in which the part can be moved; null if the picture already has the aspect ratio. */
export function cropDirection(size: Size, shape: Size): 'across' | 'down' | null {
  const { width, height } = fit(size, shape, 0)
  if (width < size.width) return 'across'
  return height < size.height ? 'down' : null
}

/** The stored size of a crop, which is never larger than the crop. */
export function coverSize(cut: Size): Size {
  const width = Math.min(cut.width, WIDEST)
  return { width, height: Math.max(1, Math.round((width * cut.height) / cut.width)) }
}
