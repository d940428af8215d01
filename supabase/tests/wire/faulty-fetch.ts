/** The numbers of failed requests. */
export interface Faults {
  /** Requests that failed before the server received them. */
  cut: number
  /** Requests that the server completed, whose answers were lost. */
  dropped: number
}

/** Returns a generator of pseudo-random numbers between 0 and 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

/** Returns a fetch over a bad connection: a share of its writes fails, and another share loses its answer. */
export function faultyFetch(random: () => number, share: number, faults: Faults): typeof fetch {
  return async (input, init) => {
    const isWrite = init?.method !== undefined && init.method !== 'GET'
    const luck = isWrite ? random() : 1
    if (luck < share / 2) {
      faults.cut += 1
      throw new TypeError('fetch failed')
    }
    const answer = await fetch(input, init)
    if (luck < share) {
      faults.dropped += 1
      await answer.arrayBuffer()
      throw new TypeError('terminated')
    }
    return answer
  }
}
