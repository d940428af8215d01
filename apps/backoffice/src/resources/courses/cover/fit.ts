import { ART_HEIGHT, ART_WIDTH } from '@rookies/ui/components/thumbnail/artwork'

export interface Size {
  width: number
  height: number
}

export interface Box extends Size {
  x: number
  y: number
}

/** The shape of a course's card. */
export const COVER_SHAPE: Size = { width: ART_WIDTH, height: ART_HEIGHT }
/** A cover is no wider, in pixels: twice what the widest card shows. */
const WIDEST = 1280

/**
 * The largest part of a picture that has a shape.
 * In: where it lies along the way that it can be moved, from 0 (top or left) to 1. Out: whole pixels inside the picture.
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

/** Which way the part can be moved; null where the picture has that shape already. */
export function movesAlong(size: Size, shape: Size): 'across' | 'down' | null {
  const { width, height } = fit(size, shape, 0)
  if (width < size.width) return 'across'
  return height < size.height ? 'down' : null
}

/** How large a cut is stored: never larger than it was. */
export function coverSize(cut: Size): Size {
  const width = Math.min(cut.width, WIDEST)
  return { width, height: Math.max(1, Math.round((width * cut.height) / cut.width)) }
}
