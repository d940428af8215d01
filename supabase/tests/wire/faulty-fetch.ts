/** What happened to the requests that went through. */
export interface Faults {
  /** Cut before the server saw them. */
  cut: number
  /** Done by the server, their answers lost on the way back. */
  dropped: number
}

/** Numbers between 0 and 1 that are the same at each run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

/** A fetch over a bad connection: of its writes a share is cut, and of another share the answer is lost. */
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
