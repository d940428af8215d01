import { define, exception } from './define'

const { apply, construct, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect

type Read = (this: unknown) => unknown
type Typed = { buffer: ArrayBuffer; byteOffset: number; length: number; byteLength: number }

const getter = (prototype: object, key: PropertyKey): Read =>
  getOwnPropertyDescriptor(prototype, key)?.get ?? (() => undefined)

const sizeOfMap = getter(Map.prototype, 'size')
const sizeOfSet = getter(Set.prototype, 'size')
const bytesOf = getter(ArrayBuffer.prototype, 'byteLength')
const bytesOfView = getter(DataView.prototype, 'byteLength')
const typedTag = getter(getPrototypeOf(Int8Array.prototype) ?? {}, Symbol.toStringTag)
const source = getter(RegExp.prototype, 'source')
const flags = getter(RegExp.prototype, 'flags')
const { valueOf: numberOf } = Number.prototype
const { valueOf: textOf } = String.prototype
const { valueOf: booleanOf } = Boolean.prototype
const { valueOf: bigOf } = BigInt.prototype
const { getTime } = Date.prototype
const errors = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]

/** Returns what a getter of a built-in class reads; undefined if the value is of another class. */
const read = (of: Read, value: object): unknown => {
  try {
    return apply(of, value, [])
  } catch {
    return undefined
  }
}

/** Adds `structuredClone`. */
export default function addClone(): void {
  const refuse = (value: unknown): never => {
    const named =
      typeof value === 'object' && value !== null
        ? `#<${String((value as { constructor?: { name?: unknown } }).constructor?.name ?? 'Object')}>`
        : String(value)
    throw exception(`${named} could not be cloned.`, 'DataCloneError')
  }

  const structuredClone = (value: unknown) => {
    const made = new Map<object, unknown>()
    const keep = <T>(original: object, copy: T): T => {
      made.set(original, copy)
      return copy
    }
    const pass = (original: object, copy: object, isKept = (_: string) => true) => {
      for (const key of ownKeys(original))
        if (
          typeof key === 'string' &&
          isKept(key) &&
          getOwnPropertyDescriptor(original, key)?.enumerable
        )
          Reflect.defineProperty(copy, key, {
            value: clone(Reflect.get(original, key)),
            writable: true,
            enumerable: true,
            configurable: true,
          })
      return copy
    }
    const cloneError = (error: Error): unknown => {
      const { name } = error
      const type = errors.find((each) => each.name === name) ?? Error
      const copy = keep<object>(error, new type(String(error.message)))
      const hidden = (key: string, held: unknown) =>
        Reflect.defineProperty(copy, key, { value: held, writable: true, configurable: true })
      hidden('stack', error.stack)
      if (getOwnPropertyDescriptor(error, 'cause')) hidden('cause', clone(error.cause))
      return copy
    }
    const cloneObject = (object: object): unknown => {
      if (Array.isArray(object)) {
        const copy = keep(object, new Array(object.length))
        return pass(object, copy)
      }
      if (read(sizeOfMap, object) !== undefined) {
        const copy = keep(object, new Map())
        const entries: [unknown, unknown][] = [...apply(Map.prototype.entries, object, [])]
        for (const [key, held] of entries) copy.set(clone(key), clone(held))
        return copy
      }
      if (read(sizeOfSet, object) !== undefined) {
        const copy = keep(object, new Set())
        for (const item of [...apply(Set.prototype.values, object, [])]) copy.add(clone(item))
        return copy
      }
      const time = read(getTime, object)
      if (time !== undefined) return keep(object, new Date(time as number))
      for (const of of [numberOf, textOf, booleanOf, bigOf]) {
        const primitive = read(of, object)
        if (primitive !== undefined) return keep(object, Object(primitive))
      }
      if (object instanceof RegExp)
        return keep(
          object,
          new RegExp(read(source, object) as string, read(flags, object) as string),
        )
      if (read(bytesOf, object) !== undefined) return keep(object, (object as ArrayBuffer).slice(0))
      const tag = read(typedTag, object)
      const isView = read(bytesOfView, object) !== undefined
      if (isView || tag !== undefined) {
        const { buffer, byteOffset, length, byteLength } = object as Typed
        const type = isView ? DataView : Reflect.get(globalThis, String(tag))
        return keep(
          object,
          construct(type, [clone(buffer), byteOffset, isView ? byteLength : length]),
        )
      }
      if (object instanceof Error) return cloneError(object)
      for (const type of [Promise, WeakMap, WeakSet, WeakRef])
        if (object instanceof type) refuse(object)
      return pass(object, keep(object, {}))
    }
    const clone = (item: unknown): unknown => {
      if (typeof item === 'symbol' || typeof item === 'function') return refuse(item)
      if (typeof item !== 'object' || item === null) return item
      return made.has(item) ? made.get(item) : cloneObject(item)
    }
    return clone(value)
  }
  define(globalThis, 'structuredClone', structuredClone)
}
