/** Whole seconds of a video as half-open pieces `[from, to)`, in order, none touching another. */
export type Ranges = readonly (readonly [from: number, to: number])[]

/** In: pieces in any order, overlapping or not. Out: the same seconds in as few pieces as there are. */
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

/** How many seconds the pieces hold. They are merged already. */
export function totalSeconds(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0)
}

/** In: `{[0,10),[20,30)}`, as PostgreSQL writes an int4multirange. Out: the pieces; none when it is no such text. */
export function parseRanges(text: unknown): Ranges {
  if (typeof text !== 'string') return []
  const pieces = [...text.matchAll(/\[(\d+),(\d+)\)/g)]
  return mergeRanges(pieces.map(([, from, to]) => [Number(from), Number(to)] as const))
}

/** The other way round. */
export function formatRanges(ranges: Ranges): string {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}
