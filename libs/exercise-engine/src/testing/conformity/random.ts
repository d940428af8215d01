/** Makes random choices. The same seed gives the same choices on every machine. */
export class Random {
  constructor(private state: number) {}

  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0
    return from + (Math.floor(this.state / 65536) % (to - from + 1))
  }
  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(0, items.length - 1)] as Item
  }
  list<Item>(from: number, to: number, make: () => Item): Item[] {
    return Array.from({ length: this.whole(from, to) }, make)
  }
}
