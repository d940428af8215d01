/**
 * Replaces the constructors that compile a text, `Function` and its relatives, so that code cannot compile without
 * counting. `eval` stays as it is: the language gives local names only to a text that its own `eval` gets.
 *
 * @param count gets the length of each text, and throws an error once the time is over
 */
export function countCompiling(count: (length: number) => unknown): void {
  const { construct, defineProperty, getPrototypeOf, setPrototypeOf } = Reflect
  const parents = [() => {}, async () => {}, function* () {}, async function* () {}]
  let base: object | undefined
  for (const prototype of parents.map((made): object => getPrototypeOf(made) ?? made)) {
    const { constructor: Real } = prototype as { constructor: FunctionConstructor }
    const { name } = Real
    function Compiling(...parts: unknown[]): unknown {
      // Read once, because an object can give another text each time.
      const texts = parts.map((part) => `${part}`)
      count(texts.join('').length)
      return construct(Real, texts, new.target ?? Compiling)
    }
    defineProperty(Compiling, 'name', { value: name })
    defineProperty(Compiling, 'length', { value: 1 })
    defineProperty(Compiling, 'prototype', { value: prototype, writable: false })
    defineProperty(prototype, 'constructor', { value: Compiling })
    if (base) setPrototypeOf(Compiling, base)
    else defineProperty(globalThis, name, { value: Compiling })
    base ??= Compiling
  }
}
