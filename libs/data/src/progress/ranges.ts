/** Parts of a video as half-open ranges `[from, to)` of whole seconds, sorted and with gaps between them. */
export type Ranges = readonly (readonly [from: number, to: number])[]

/** Merges ranges in any order, also overlapping ones, into as few ranges as possible. */
export function mergeRanges(pieces: Ranges): Ranges {
  const merged: [number, number][] = []
  for (const [from, to] of [...pieces].sort((a, b) => a[0] - b[0])) {
    if (!(to > from)) continue
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Returns the number of seconds in merged ranges. */
export function totalSeconds(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0)
}

/** Parses an int4multirange of PostgreSQL, such as `{[0,10),[20,30)}`. Returns an empty list for any other text. */
export function parseRanges(text: unknown): Ranges {
  if (typeof text !== 'string') return []
  const pieces = [...text.matchAll(/\[(\d+),(\d+)\)/g)]
  return mergeRanges(pieces.map(([, from, to]) => [Number(from), Number(to)] as const))
}

export function formatRanges(ranges: Ranges): string {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}
