/** Adds a property with the same attributes as the language's own properties have. */
export const define = (object: object, key: PropertyKey, value: unknown): void => {
  Reflect.defineProperty(object, key, {
    value,
    writable: true,
    enumerable: false,
    configurable: true,
  })
}

/** Adds classes as globals. `Object.prototype.toString` returns the names of these classes for their objects. */
export const defineClasses = (classes: readonly (abstract new (...parts: never[]) => object)[]) => {
  for (const made of classes) {
    define(globalThis, made.name, made)
    Reflect.defineProperty(made.prototype, Symbol.toStringTag, {
      value: made.name,
      configurable: true,
    })
  }
}

/**
 * Stores the content of an object as an own property with a symbol. Matchers compare own properties, so two different
 * addresses or events are not equal.
 */
export const show = (object: object, key: symbol, value: unknown): void => {
  Reflect.defineProperty(object, key, { value, enumerable: true, configurable: true })
}

/** Creates an exception of the browser. Its class must be added before the globals that throw it. */
export const exception = (message: string, name: string): Error =>
  Reflect.construct(Reflect.get(globalThis, 'DOMException'), [message, name])
