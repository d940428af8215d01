/** The maximum size of a request, in bytes (rules/data#large-requests). */
const PIECE_BYTES = 900_000

/**
 * Splits items into as few requests as possible, each with at most `most` items and 900 kB of JSON. A larger item gets
 * its own request.
 */
export function inPieces<T>(items: readonly T[], most = Number.POSITIVE_INFINITY): T[][] {
  const pieces: T[][] = []
  let room = 0
  for (const item of items) {
    const bytes = new TextEncoder().encode(JSON.stringify(item)).length + 1
    const piece = pieces.at(-1)
    if (piece !== undefined && bytes <= room && piece.length < most) piece.push(item)
    else {
      pieces.push([item])
      room = PIECE_BYTES
    }
    room -= bytes
  }
  return pieces
}
