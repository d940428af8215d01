import type { Replace } from './mocks.ts'

/**
 * Locks the built-in objects and functions (rules/exercise-runs#built-ins). Otherwise, code in the same realm could
 * replace the `every` or the `JSON.stringify` that a test calls.
 *
 * Objects that code creates still accept any property. An inherited read-only property would prevent this, for example
 * `this.name = …` in an error. So the properties of prototypes get a setter that defines them on the object itself.
 *
 * @param additions the methods that files add to prototypes, as `Array.myMap`. Each gets a writable property.
 * @returns a function that replaces the value of a locked property, for the spies of tests. No file may reach it.
 */
export default function lock(additions: readonly string[]): Replace {
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, preventExtensions } =
    Reflect
  const { freeze, hasOwn } = Object
  const found = new Set<object>()
  const visit = (value: unknown) => {
    if ((typeof value === 'object' && value !== null) || typeof value === 'function')
      found.add(value)
  }
  const propertiesOf = (holder: object) =>
    ownKeys(holder).map((key) => [key, getOwnPropertyDescriptor(holder, key) ?? {}] as const)

  // Prototypes that code can reach only by syntax or a call, not by a name.
  const { Iterator: iterators } = globalThis as unknown as {
    Iterator: { from(made: object): { map(change: (item: unknown) => unknown): object } }
  }
  for (const value of [
    async () => {},
    function* () {},
    async function* () {},
    (function* () {})(),
    (async function* () {})(),
    [][Symbol.iterator](),
    ''[Symbol.iterator](),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    'a'.matchAll(/a/g),
    iterators.from([].values()).map((x) => x),
    iterators.from({ next() {} }),
  ])
    visit(getPrototypeOf(value))

  /** For each object and key, the function that sets the value of a locked property. */
  const slots = new Map<object, Map<PropertyKey, (next: unknown) => void>>()
  const slot = (holder: object, key: PropertyKey, set: (next: unknown) => void) => {
    const keys = slots.get(holder) ?? new Map<PropertyKey, (next: unknown) => void>()
    keys.set(key, set)
    slots.set(holder, keys)
  }

  const global: object = globalThis
  for (const [key, property] of propertiesOf(global)) {
    let { value } = property
    if (value !== global) visit(value)
    // QuickJS lets `defineProperty` change a read-only value of the global object, but not an accessor. `NaN`,
    // `Infinity` and `undefined` cannot become accessors, so tests import their own.
    if (property.configurable) {
      const get = () => value
      freeze(get)
      slot(global, key, (next) => {
        value = next
      })
      defineProperty(
        global,
        key,
        'value' in property ? { get, configurable: false } : { configurable: false },
      )
    }
  }
  // The loop also visits the objects that it adds.
  for (const holder of found) {
    visit(getPrototypeOf(holder))
    for (const [, property] of propertiesOf(holder)) {
      visit(property.value)
      visit(property.get)
      visit(property.set)
    }
  }

  const added = new Map<object, string[]>()
  for (const addition of additions) {
    const [type = '', name = ''] = addition.split('.')
    const { prototype } = Reflect.get(global, type) as { prototype: object }
    if (name in prototype) continue
    const names = added.get(prototype)
    if (names) names.push(name)
    else added.set(prototype, [name])
  }

  const inheritable = (
    holder: object,
    key: PropertyKey,
    first: unknown,
    enumerable: boolean | undefined,
  ) => {
    let value = first
    slot(holder, key, (next) => {
      value = next
    })
    const refuse = () => {
      throw new TypeError(`'${String(key)}' is read-only`)
    }
    const get = () => value
    // This is a method, because a function would have a prototype of its own that is not locked.
    const { set } = {
      set(this: unknown, next: unknown) {
        if (
          (typeof this !== 'object' && typeof this !== 'function') ||
          this === null ||
          this === holder
        )
          return refuse()
        const done = defineProperty(
          this,
          key,
          hasOwn(this, key)
            ? { value: next }
            : { value: next, writable: true, enumerable: true, configurable: true },
        )
        if (!done) refuse()
      },
    }
    freeze(get)
    freeze(set)
    defineProperty(holder, key, { get, set, enumerable, configurable: false })
  }
  for (const holder of found) {
    const inherited = typeof holder === 'object' || holder === Function.prototype
    for (const [key, property] of propertiesOf(holder)) {
      if (!property.configurable) {
        if (property.writable) defineProperty(holder, key, { writable: false })
      } else if (!('value' in property)) defineProperty(holder, key, { configurable: false })
      // A spy can replace a static function, such as `Date.now`.
      else if (inherited || typeof property.value === 'function')
        inheritable(holder, key, property.value, property.enumerable)
      else defineProperty(holder, key, { writable: false, configurable: false })
    }
    for (const name of added.get(holder) ?? [])
      defineProperty(holder, name, { value: undefined, writable: true })
    preventExtensions(holder)
  }
  return (holder, key, value) => {
    const set = slots.get(holder)?.get(key)
    set?.(value)
    return set !== undefined
  }
}
