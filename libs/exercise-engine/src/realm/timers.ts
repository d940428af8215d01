export interface Timer {
  id: number
  /** The moment at which the timer is due, in milliseconds since the beginning of the run. */
  at: number
  /** Timers that are due at the same moment are called in this order. */
  turn: number
  callback: (...parts: unknown[]) => unknown
  parts: unknown[]
  /** Milliseconds until the next call; 0 for a timer that is called once. */
  every: number
}

const isBefore = (one: Timer, other: Timer) =>
  one.at < other.at || (one.at === other.at && one.turn < other.turn)

/**
 * Stores timers in a heap, so that thousands of timers are fast. A stopped timer stays in the heap until it would be
 * due.
 */
export function makeTimers() {
  const heap: Timer[] = []
  let live = new Map<number, Timer>()
  let turn = 0

  const put = (timer: Timer) => {
    let at = heap.length
    while (at > 0) {
      const above = heap[(at - 1) >> 1]
      if (!above || isBefore(above, timer)) break
      heap[at] = above
      at = (at - 1) >> 1
    }
    heap[at] = timer
  }
  const drop = () => {
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let at = 0
    for (;;) {
      const left = at * 2 + 1
      const [one, other] = [heap[left], heap[left + 1]]
      const least = one && other && isBefore(other, one) ? other : one
      if (!least || isBefore(last, least)) break
      heap[at] = least
      at = least === one ? left : left + 1
    }
    heap[at] = last
  }

  return {
    add(timer: Omit<Timer, 'turn'>) {
      turn += 1
      const added = { ...timer, turn }
      live.set(timer.id, added)
      put(added)
    },
    stop(id: unknown) {
      live.delete(id as number)
    },
    /** Returns the timer that is due first. */
    first(): Timer | undefined {
      while (heap[0] && live.get(heap[0].id) !== heap[0]) drop()
      return heap[0]
    },
    /** Returns the timers that are not stopped, in the order in which they are due. */
    waiting(): Timer[] {
      return [...live.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1))
    },
    has: (timer: Timer) => live.get(timer.id) === timer,
    clear() {
      heap.length = 0
      live = new Map()
    },
  }
}
