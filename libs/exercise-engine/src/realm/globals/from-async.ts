import { define } from './define'

type Items = AsyncIterable<unknown> & Iterable<unknown> & ArrayLike<unknown>

/** Adds `Array.fromAsync`, which the engine does not have yet. */
export default function addFromAsync(): void {
  const { fromAsync } = {
    async fromAsync(
      this: unknown,
      items: Items,
      change?: (item: unknown, at: number) => unknown,
      self?: unknown,
    ) {
      if (change !== undefined && typeof change !== 'function')
        throw new TypeError('Array.fromAsync needs a function as its second argument')
      const isList = !(items[Symbol.asyncIterator] || items[Symbol.iterator])
      const made: unknown[] = typeof this === 'function' ? Reflect.construct(this, []) : []
      let at = 0
      for await (const item of isList ? Array.from(items) : items) {
        const value = change ? await Reflect.apply(change, self, [item, at]) : item
        Reflect.defineProperty(made, at, {
          value,
          writable: true,
          enumerable: true,
          configurable: true,
        })
        at += 1
      }
      made.length = at
      return made
    },
  }
  define(Array, 'fromAsync', fromAsync)
}
