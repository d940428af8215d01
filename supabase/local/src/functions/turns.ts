/** Runs the work of a person when it is their turn. */
export type InTurn = <T>(person: string, work: () => Promise<T>) => Promise<T>

/**
 * People get turns in the order in which they came. Of each person, one piece of work runs at a time, so
 * that nobody waits for more than one piece of another's.
 * @param places how many pieces of work are done at a time
 */
export function createTurns(places: number): InTurn {
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const busy = new Set<string>()

  function begin(): void {
    for (const [person, works] of waiting) {
      if (busy.size >= places) return
      const work = busy.has(person) ? undefined : works.shift()
      if (!work) continue
      busy.add(person)
      void work().then(() => {
        busy.delete(person)
        // A person with more work is moved to the end of the queue.
        waiting.delete(person)
        if (works.length > 0) waiting.set(person, works)
        begin()
      })
    }
  }

  return (person, work) =>
    new Promise((resolve, reject) => {
      const turn = () => work().then(resolve, reject)
      const works = waiting.get(person) ?? []
      works.push(turn)
      waiting.set(person, works)
      begin()
    })
}
