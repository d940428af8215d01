/** Adds a property to a global object or a prototype, as the language has its own. */
export const define = (object: object, key: PropertyKey, value: unknown): void => {
  Reflect.defineProperty(object, key, {
    value,
    writable: true,
    enumerable: false,
    configurable: true,
  })
}

/** Adds classes as globals. Their prototypes say their names in `Object.prototype.toString`. */
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
 * Writes what an object of these classes stands for onto the object, under a symbol. Matchers of tests compare own
 * properties, so that two addresses or events that differ are not equal.
 */
export const show = (object: object, key: symbol, value: unknown): void => {
  Reflect.defineProperty(object, key, { value, enumerable: true, configurable: true })
}

/** Makes an exception of the browser. Its class is added before the globals that throw it. */
export const exception = (message: string, name: string): Error =>
  Reflect.construct(Reflect.get(globalThis, 'DOMException'), [message, name])
