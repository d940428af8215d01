import type { HostValues } from '../page/host-values.ts'
import {
  entriesOf,
  flagsOf,
  inherits,
  isObject,
  keysOf,
  namesOf,
  primitiveOf,
  sourceOfPattern,
  timeOf,
  type Values,
  type Wildcard,
  type Wildcards,
} from './values.ts'

const { apply, getOwnPropertyDescriptor, getPrototypeOf } = Reflect

export type Equal = (one: unknown, other: unknown, strict: boolean, partial: boolean) => boolean

/**
 * Returns a function that compares values. With `strict`, empty items of arrays, classes and missing properties matter.
 * With `partial`, the expected value lists only some of the properties.
 */
export function comparing(
  { kindOf, errorName, errorMessage, itemsOf, isRegExp, finds, isPrimitiveOf }: Values,
  hosts: HostValues | undefined,
  wildcards: Wildcards,
): Equal {
  /** The pairs that are being compared. They are needed for values that contain themselves. */
  const pairs: [object, object][] = []

  const fits = (value: unknown, { kind, wanted, more }: Wildcard): boolean => {
    if (kind.startsWith('not.')) return !fits(value, { kind: kind.slice(4), wanted, more })
    if (kind === 'anything') return value !== undefined && value !== null
    if (kind === 'any') {
      const { prototype } = wanted as { prototype: unknown }
      return isPrimitiveOf(value, prototype) || (isObject(value) && inherits(value, prototype))
    }
    if (kind === 'closeTo')
      return (
        typeof value === 'number' &&
        (Object.is(value, wanted) ||
          Math.abs(value - (wanted as number)) < 10 ** -((more ?? 2) as number) / 2)
      )
    if (kind === 'objectContaining') return isObject(value) && equal(value, wanted, false, true)
    if (kind === 'arrayContaining') {
      const items = Array.isArray(value) && itemsOf(value)
      const isIn = (part: unknown) =>
        items !== false && items?.some((item) => equal(item, part, false, false))
      return items !== false && (itemsOf(wanted) as unknown[]).every(isIn)
    }
    return (
      typeof value === 'string' &&
      (isRegExp(wanted) ? finds(wanted, value) : value.includes(wanted as string))
    )
  }

  const equal: Equal = (one, other, strict, partial) => {
    if (Object.is(one, other)) return true
    const wildcard = isObject(other) && wildcards.get(other)
    if (wildcard) return fits(one, wildcard)
    if (!isObject(one) || !isObject(other)) return false
    const kind = kindOf(one)
    const otherKind = kindOf(other)
    // Errors, functions and elements of a page can be compared with an object that lists some of their properties.
    const isPart = partial && otherKind === 'Object' && !kind.endsWith('Array')
    if (!isPart && (kind === 'function' || kind !== otherKind)) return false
    for (const [left, right] of pairs) if (left === one && right === other) return true
    if (strict && getPrototypeOf(one) !== getPrototypeOf(other)) return false
    pairs.push([one, other])
    const same = equalInside(otherKind, one, other, strict, partial)
    pairs.pop()
    return same
  }

  const equalEntries = (kind: string, one: object, other: object, strict: boolean) => {
    const left = entriesOf(kind, one)
    const right = entriesOf(kind, other)
    if (left.length !== right.length) return false
    const isMap = kind === 'Map'
    const has = isMap ? Map.prototype.has : Set.prototype.has
    for (const entry of left) {
      const [key, held] = isMap ? (entry as [unknown, unknown]) : [entry]
      if (!isObject(key)) {
        if (!apply(has, other, [key])) return false
        if (isMap && !equal(held, apply(Map.prototype.get, other, [key]), strict, false))
          return false
        continue
      }
      const at = right.findIndex((candidate) => {
        if (!isMap) return equal(key, candidate, strict, false)
        const [otherKey, otherHeld] = candidate as [unknown, unknown]
        return equal(key, otherKey, strict, false) && equal(held, otherHeld, strict, false)
      })
      if (at < 0) return false
      right.splice(at, 1)
    }
    return true
  }

  const equalItems = (
    one: ArrayLike<unknown>,
    other: ArrayLike<unknown>,
    strict: boolean,
    partial: boolean,
    countsHoles: boolean,
  ) => {
    const { length } = one
    if (length !== other.length) return false
    for (let at = 0; at < length; at += 1) {
      if (
        countsHoles &&
        !getOwnPropertyDescriptor(one, at) !== !getOwnPropertyDescriptor(other, at)
      )
        return false
      if (!equal(one[at], other[at], strict, partial)) return false
    }
    return true
  }

  const equalInside = (
    kind: string,
    one: object,
    other: object,
    strict: boolean,
    partial: boolean,
  ): boolean => {
    if (kind === 'Date') return Object.is(timeOf(one), timeOf(other))
    if (kind === 'RegExp')
      return sourceOfPattern(one) === sourceOfPattern(other) && flagsOf(one) === flagsOf(other)
    if (kind === 'Number' || kind === 'String' || kind === 'Boolean')
      return Object.is(primitiveOf(kind, one), primitiveOf(kind, other))
    if (kind === 'Promise') return false
    if (hosts && kind === 'Node') return hosts.isEqual(one as Node, other as Node)
    if (kind === 'Error') {
      if (errorName(one) !== errorName(other) || errorMessage(one) !== errorMessage(other))
        return false
    }
    if (kind === 'ArrayBuffer')
      return equal(
        new Uint8Array(one as ArrayBuffer),
        new Uint8Array(other as ArrayBuffer),
        false,
        false,
      )
    if ((kind === 'Map' || kind === 'Set') && !equalEntries(kind, one, other, strict)) return false
    const isArray = kind === 'Array'
    if (kind === 'NodeList' || kind.endsWith('Array')) {
      const [left, right] = [one as ArrayLike<unknown>, other as ArrayLike<unknown>]
      if (!equalItems(left, right, strict, partial, strict && isArray)) return false
      if (!isArray) return true
    }
    const keys = isArray ? namesOf : keysOf
    const left = keys(one)
    const right = keys(other)
    const all = partial ? right : [...new Set([...left, ...right])]
    if (hosts && !partial && kind === 'Object' && !hosts.hasEqualAttributes(one, other))
      return false
    for (const key of all) {
      const [isLeft, isRight] = [left.includes(key), right.includes(key)]
      if (strict && isLeft !== isRight) return false
      if (partial && !isLeft && !(key in one)) return false
      const mine: unknown = isLeft || partial ? one[key as keyof typeof one] : undefined
      const wanted: unknown = isRight ? other[key as keyof typeof other] : undefined
      if (!equal(mine, wanted, strict, partial)) return false
    }
    return true
  }

  return (one, other, strict, partial) => {
    // An earlier comparison may have been interrupted by an error in the learner's code, so its pairs are removed.
    pairs.length = 0
    return equal(one, other, strict, partial)
  }
}
