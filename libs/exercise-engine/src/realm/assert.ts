/** Passes a value to a matcher of the harness. */
export type Ask = (matcher: string, negated: boolean, actual: unknown, ...parts: unknown[]) => void
type TryOut = (run: unknown) => [] | [threw: boolean, value?: unknown]

/**
 * The functions of `node:assert` and of chai's `assert` that compare values, each with its matcher. Their first argument
 * is the value and their second the expected one. `true` means that the matcher must not hold.
 */
const COMPARED: Record<string, [matcher: string, negated?: true]> = {
  equal: ['looselyEqual'],
  notEqual: ['looselyEqual', true],
  strictEqual: ['toBe'],
  notStrictEqual: ['toBe', true],
  deepEqual: ['toEqual'],
  notDeepEqual: ['toEqual', true],
  deepStrictEqual: ['toStrictEqual'],
  notDeepStrictEqual: ['toStrictEqual', true],
  eql: ['toEqual'],
  deepInclude: ['toContainEqual'],
  partialDeepStrictEqual: ['toMatchObject'],
  match: ['toMatch'],
  doesNotMatch: ['toMatch', true],
  notMatch: ['toMatch', true],
  instanceOf: ['toBeInstanceOf'],
  notInstanceOf: ['toBeInstanceOf', true],
  lengthOf: ['toHaveLength'],
  property: ['toHaveProperty'],
  notProperty: ['toHaveProperty', true],
  isAbove: ['toBeGreaterThan'],
  isAtLeast: ['toBeGreaterThanOrEqual'],
  isBelow: ['toBeLessThan'],
  isAtMost: ['toBeLessThanOrEqual'],
  oneOf: ['toBeOneOf'],
  sameMembers: ['sameMembers'],
  sameDeepMembers: ['sameMembers'],
  sameOrderedMembers: ['toEqual'],
  includeMembers: ['includeMembers'],
  hasAllKeys: ['hasKeys'],
  include: ['includes'],
  notInclude: ['includes', true],
}

/** The functions that take only one value, each with its matcher and the arguments of the matcher. */
const ALONE: Record<string, [matcher: string, negated: boolean, ...parts: unknown[]]> = {
  ok: ['toBeTruthy', false],
  isOk: ['toBeTruthy', false],
  notOk: ['toBeFalsy', false],
  isNotOk: ['toBeFalsy', false],
  isTrue: ['toBe', false, true],
  isFalse: ['toBe', false, false],
  isNotTrue: ['toBe', true, true],
  isNotFalse: ['toBe', true, false],
  isNull: ['toBeNull', false],
  isNotNull: ['toBeNull', true],
  isUndefined: ['toBeUndefined', false],
  isDefined: ['toBeDefined', false],
  exists: ['toBeNullable', true],
  notExists: ['toBeNullable', false],
  isNaN: ['toBeNaN', false],
  isNotNaN: ['toBeNaN', true],
  isString: ['toBeTypeOf', false, 'string'],
  isNotString: ['toBeTypeOf', true, 'string'],
  isNumber: ['toBeTypeOf', false, 'number'],
  isNotNumber: ['toBeTypeOf', true, 'number'],
  isBoolean: ['toBeTypeOf', false, 'boolean'],
  isFunction: ['toBeTypeOf', false, 'function'],
  isNotFunction: ['toBeTypeOf', true, 'function'],
  isArray: ['isKind', false, 'Array'],
  isNotArray: ['isKind', true, 'Array'],
  isObject: ['isKind', false, 'Object'],
  isNotObject: ['isKind', true, 'Object'],
  isEmpty: ['isEmpty', false],
  isNotEmpty: ['isEmpty', true],
}

/** The names of all functions of `assert`. */
export const ASSERTS = [
  ...Object.keys(COMPARED),
  ...Object.keys(ALONE),
  ...['closeTo', 'approximately', 'throws', 'doesNotThrow', 'rejects', 'doesNotReject', 'fail'],
  ...['ifError', 'typeOf'],
]

/**
 * Creates `assert`. Each of its functions calls a matcher, so that the harness's realm decides.
 *
 * @param later keeps the check of a promise, so that the test waits for it
 * @param say returns the placeholder for the author's message about a check
 */
export function asserting(
  ask: Ask,
  tryOut: TryOut,
  later: (work: Promise<unknown>) => unknown,
  say: (text: string) => object,
) {
  /** The author's message about a check, which is the last argument. */
  const said = (message: unknown) => {
    if (message instanceof Error) return [say(message.message)]
    return typeof message === 'string' && message !== '' ? [say(message)] : []
  }
  const assert: Record<string, (...parts: unknown[]) => unknown> = {}
  for (const [name, [matcher, negated = false]] of Object.entries(COMPARED))
    assert[name] = (actual, wanted, message) =>
      ask(matcher, negated, actual, wanted, ...said(message))
  for (const [name, [matcher, negated, ...parts]] of Object.entries(ALONE))
    assert[name] = (actual, message) => ask(matcher, negated, actual, ...parts, ...said(message))

  const isWanted = (wanted: unknown) =>
    typeof wanted === 'function' || (typeof wanted === 'object' && wanted !== null)
  /** The expected error, and the text that its message must contain. chai accepts both. */
  const threw = (outcome: unknown, wanted: unknown, text: unknown) => {
    if (typeof wanted === 'object' && wanted !== null && isPlain(wanted))
      return ask('throwsLike', false, outcome, wanted)
    ask('toThrow', false, outcome, ...(isWanted(wanted) ? [wanted] : []))
    if (text instanceof RegExp) ask('toThrow', false, outcome, text)
    return undefined
  }
  const isPlain = (value: object) => !(value instanceof RegExp) && !(value instanceof Error)
  const settled = async (work: unknown): Promise<[] | [threw: boolean, value?: unknown]> => {
    try {
      await (typeof work === 'function' ? work() : work)
      return [false]
    } catch (error) {
      return [true, error]
    }
  }
  Object.assign(assert, {
    throws(run: unknown, wanted?: unknown, text?: unknown) {
      threw(tryOut(run), wanted, text)
    },
    doesNotThrow(run: unknown) {
      ask('toThrow', true, tryOut(run))
    },
    rejects: (work: unknown, wanted?: unknown) =>
      later(settled(work).then((outcome) => threw(outcome, wanted, undefined))),
    doesNotReject: (work: unknown) =>
      later(settled(work).then((outcome) => ask('toThrow', true, outcome))),
    closeTo: (actual: unknown, wanted: unknown, delta: unknown) =>
      ask('isWithin', false, actual, wanted, delta),
    approximately: (actual: unknown, wanted: unknown, delta: unknown) =>
      ask('isWithin', false, actual, wanted, delta),
    typeOf: (actual: unknown, type: unknown) => ask('isKind', false, actual, type),
    ifError: (error: unknown) => ask('toBeNullable', false, error),
    fail: (message: unknown) => ask('fail', false, message),
  })
  const call = (value: unknown, message?: unknown) =>
    ask('toBeTruthy', false, value, ...said(message))
  // In strict mode, `equal` means `strictEqual`, and so on.
  const strict = Object.assign(call.bind(null), assert, {
    equal: assert.strictEqual,
    notEqual: assert.notStrictEqual,
    deepEqual: assert.deepStrictEqual,
    notDeepEqual: assert.notDeepStrictEqual,
  })
  Object.assign(strict, { strict })
  return { assert: Object.assign(call, assert, { strict }), strictAssert: strict }
}
