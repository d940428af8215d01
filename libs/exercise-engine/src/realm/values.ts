import type { HostValues } from '../page/host-values.ts'
import type { Foreign } from './foreign.ts'

const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect

type Read = (this: unknown) => unknown

const getter = (prototype: object, key: PropertyKey): Read =>
  getOwnPropertyDescriptor(prototype, key)?.get ?? (() => undefined)

const typedTag = getter(getPrototypeOf(Int8Array.prototype) ?? {}, Symbol.toStringTag)
const probes: [kind: string, probe: Read][] = [
  ['Date', Date.prototype.getTime],
  ['Map', getter(Map.prototype, 'size')],
  ['Set', getter(Set.prototype, 'size')],
  ['RegExp', getter(RegExp.prototype, 'source')],
  ['ArrayBuffer', getter(ArrayBuffer.prototype, 'byteLength')],
  ['Number', Number.prototype.valueOf],
  ['String', String.prototype.valueOf],
  ['Boolean', Boolean.prototype.valueOf],
]
const holds = (probe: Read, value: object) => {
  try {
    apply(probe, value, [])
    return true
  } catch {
    return false
  }
}

export const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

export const inherits = (value: object, prototype: unknown) => {
  let at = getPrototypeOf(value)
  for (let steps = 0; at && steps < 1000; at = getPrototypeOf(at), steps += 1)
    if (at === prototype) return true
  return false
}

export const titleOf = (fn: object): string => {
  const named = getOwnPropertyDescriptor(fn, 'name')
  return named && typeof named.value === 'string' ? named.value : ''
}

export const entriesOf = (kind: string, value: object): unknown[] =>
  kind === 'Map'
    ? [...apply(Map.prototype.entries, value, [])]
    : [...apply(Set.prototype.values, value, [])]

export const keysOf = (value: object) =>
  ownKeys(value).filter((key) => {
    const property = getOwnPropertyDescriptor(value, key)
    return property?.enumerable === true
  })

/** Returns the keys of an object that are not indexes of an array. */
export const namesOf = (value: object) =>
  keysOf(value).filter((key) => typeof key === 'symbol' || !/^\d+$/.test(key))

export const sourceOfPattern = (pattern: object): string =>
  apply(getter(RegExp.prototype, 'source'), pattern, []) as string

const FLAGS = [
  ['d', 'hasIndices'],
  ['g', 'global'],
  ['i', 'ignoreCase'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['u', 'unicode'],
  ['v', 'unicodeSets'],
  ['y', 'sticky'],
] as const
export const flagsOf = (pattern: object) =>
  FLAGS.filter(([, name]) => {
    const read = getOwnPropertyDescriptor(RegExp.prototype, name)
    return read?.get && apply(read.get, pattern, [])
  })
    .map(([flag]) => flag)
    .join('')

export const primitiveOf = (kind: string, value: object): unknown =>
  apply(
    kind === 'Number'
      ? Number.prototype.valueOf
      : kind === 'String'
        ? String.prototype.valueOf
        : Boolean.prototype.valueOf,
    value,
    [],
  )

export const timeOf = (date: object): number => apply(Date.prototype.getTime, date, [])

export const bytesIn = (buffer: object) =>
  apply(getter(ArrayBuffer.prototype, 'byteLength'), buffer, []) as number

export type Values = ReturnType<typeof readingValues>

/** Returns functions that find out what kind of value a value of the learner's realm is. */
export function readingValues(foreign: Foreign, hosts: HostValues | undefined) {
  /** The names of the learner's built-in classes, by prototype. */
  const known = new Map(foreign.map(([name, prototype]) => [prototype, name]))
  const prototypeOf = (wanted: string) => foreign.find(([name]) => name === wanted)?.[1]
  const objectPrototype = prototypeOf('Object')
  const errorPrototype = prototypeOf('Error')
  const promisePrototype = prototypeOf('Promise')

  const kindOf = (value: object): string => {
    if (typeof value === 'function') return 'function'
    if (Array.isArray(value)) return 'Array'
    const typed = apply(typedTag, value, [])
    if (typed !== undefined) return typed as string
    if (getPrototypeOf(value) === objectPrototype) return 'Object'
    const host = hosts ? hosts.kindOf(value) : ''
    if (host !== '') return host
    for (const [kind, probe] of probes) if (holds(probe, value)) return kind
    if (inherits(value, errorPrototype)) return 'Error'
    if (inherits(value, promisePrototype)) return 'Promise'
    return 'Object'
  }
  const className = (value: object): string | null => {
    const prototype = getPrototypeOf(value)
    if (prototype === null) return null
    let at: object | null = prototype
    for (let steps = 0; at && steps < 100; at = getPrototypeOf(at), steps += 1) {
      const name = known.get(at)
      if (name !== undefined) return name
      const made = getOwnPropertyDescriptor(at, 'constructor')
      if (made && typeof made.value === 'function') {
        const title = titleOf(made.value)
        if (title !== '') return title
      }
    }
    return 'Object'
  }
  const errorName = (error: object) => {
    const { name } = error as { name?: unknown }
    return typeof name === 'string' ? name : className(error)
  }
  const errorMessage = (error: object) => {
    const { message } = error as { message?: unknown }
    return typeof message === 'string' ? message : ''
  }
  /** Returns the elements of a list; null for other values. */
  const itemsOf = (list: unknown): unknown[] | null => {
    if (Array.isArray(list)) {
      const items: unknown[] = []
      for (let at = 0, { length } = list; at < length; at += 1) items.push(list[at])
      return items
    }
    if (!isObject(list)) return null
    const kind = kindOf(list)
    if (kind === 'Set') return entriesOf(kind, list)
    if (kind !== 'NodeList' && !kind.endsWith('Array')) return null
    const listed = list as ArrayLike<unknown>
    return [...new Array(listed.length)].map((_, at) => listed[at])
  }
  const isRegExp = (value: unknown): value is object =>
    isObject(value) && kindOf(value) === 'RegExp'
  const finds = (pattern: object, text: string) =>
    new RegExp(sourceOfPattern(pattern), flagsOf(pattern)).exec(text) !== null
  const isPrimitiveOf = (value: unknown, prototype: unknown) =>
    foreign.some(([name, each]) => each === prototype && name.toLowerCase() === typeof value)
  return { kindOf, className, errorName, errorMessage, itemsOf, isRegExp, finds, isPrimitiveOf }
}

/** A placeholder that matches many values, such as expect.any(Number). */
export interface Wildcard {
  kind: string
  wanted: unknown
  /** The number of digits for closeTo. */
  more?: unknown
}
export type Wildcards = WeakMap<object, Wildcard>
