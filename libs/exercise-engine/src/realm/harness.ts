/** The prototypes of built-in classes with their names. The first is that of plain objects. */
export const FOREIGN_SOURCE = `['Object', 'Array', 'Error', 'Promise', 'Function', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Date',
  'RegExp', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError',
  'Number', 'String', 'Boolean', 'Symbol', 'BigInt'].map((name) => [name, globalThis[name].prototype])`

/**
 * Compares and describes values of the learner's realm, and returns only texts. Runs in its own realm, so that the
 * learner's code cannot change it. Never calls the values. Reading a property can run a getter or a proxy of the
 * learner, which does not see the expected value.
 *
 * A page gives `hosts`, which knows the objects of the browser (`HostValues`).
 */
export const HARNESS_SOURCE = String.raw`((foreign, hosts) => {
  'use strict'
  const { apply, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect
  const getter = (prototype, key) => getOwnPropertyDescriptor(prototype, key).get
  const typedTag = getter(getPrototypeOf(Int8Array.prototype), Symbol.toStringTag)
  const probes = [
    ['Date', Date.prototype.getTime],
    ['Map', getter(Map.prototype, 'size')],
    ['Set', getter(Set.prototype, 'size')],
    ['RegExp', getter(RegExp.prototype, 'source')],
    ['ArrayBuffer', getter(ArrayBuffer.prototype, 'byteLength')],
    ['Number', Number.prototype.valueOf],
    ['String', String.prototype.valueOf],
    ['Boolean', Boolean.prototype.valueOf],
  ]
  const promiseThen = Promise.prototype.then

  /** The names of the learner's built-in classes, by prototype. */
  const known = new Map()
  for (const [name, prototype] of foreign) known.set(prototype, name)
  const objectPrototype = foreign[0][1]

  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'
  const holds = (probe, value) => {
    try {
      apply(probe, value, [])
      return true
    } catch {
      return false
    }
  }
  const inherits = (value, prototype) => {
    for (let at = getPrototypeOf(value), steps = 0; at && steps < 1000; at = getPrototypeOf(at), steps += 1)
      if (at === prototype) return true
    return false
  }
  const errorPrototype = foreign.find(([name]) => name === 'Error')[1]
  const promisePrototype = foreign.find(([name]) => name === 'Promise')[1]
  const kindOf = (value) => {
    if (typeof value === 'function') return 'function'
    if (Array.isArray(value)) return 'Array'
    const typed = apply(typedTag, value, [])
    if (typed !== undefined) return typed
    if (getPrototypeOf(value) === objectPrototype) return 'Object'
    const host = hosts ? hosts.kindOf(value) : ''
    if (host !== '') return host
    for (const [kind, probe] of probes) if (holds(probe, value)) return kind
    if (inherits(value, errorPrototype)) return 'Error'
    if (inherits(value, promisePrototype)) return 'Promise'
    return 'Object'
  }
  const className = (value) => {
    const prototype = getPrototypeOf(value)
    if (prototype === null) return null
    for (let at = prototype, steps = 0; at && steps < 100; at = getPrototypeOf(at), steps += 1) {
      if (known.has(at)) return known.get(at)
      const made = getOwnPropertyDescriptor(at, 'constructor')
      if (made && typeof made.value === 'function') {
        const title = titleOf(made.value)
        if (title !== '') return title
      }
    }
    return 'Object'
  }
  const titleOf = (fn) => {
    const named = getOwnPropertyDescriptor(fn, 'name')
    return named && typeof named.value === 'string' ? named.value : ''
  }
  const entriesOf = (kind, value) =>
    kind === 'Map' ? [...apply(Map.prototype.entries, value, [])] : [...apply(Set.prototype.values, value, [])]
  const keysOf = (value) =>
    ownKeys(value).filter((key) => {
      const property = getOwnPropertyDescriptor(value, key)
      return property !== undefined && property.enumerable
    })
  const errorName = (error) => {
    const name = error.name
    return typeof name === 'string' ? name : className(error)
  }
  const errorMessage = (error) => {
    const message = error.message
    return typeof message === 'string' ? message : ''
  }

  // Descriptions

  const cut = (text, length) => (text.length > length ? text.slice(0, length) + '…' : text)
  const quote = (text) => {
    const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes('${'`'}') ? '${'`'}' : "'"
    let out = ''
    for (const sign of text) {
      const code = sign.codePointAt(0)
      if (sign === mark || sign === '\\') out += '\\' + sign
      else if (sign === '\n') out += '\\n'
      else if (sign === '\t') out += '\\t'
      else if (sign === '\r') out += '\\r'
      else if (code < 32 || code === 127 || (code >= 0xd800 && code <= 0xdfff))
        out += '\\u' + code.toString(16).padStart(4, '0')
      else out += sign
    }
    return mark + out + mark
  }
  const show = (value, top = false) => {
    let budget = 400
    const above = []
    const key = (name) =>
      typeof name === 'symbol' ? '[' + String(name) + ']' : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
    const block = (open, parts, close, depth) => {
      if (parts.length === 0) return open + close
      const line = open + ' ' + parts.join(', ') + ' ' + close
      if (line.length <= 72 && !line.includes('\n')) return line
      const pad = '  '.repeat(depth + 1)
      return open + '\n' + parts.map((part) => pad + part).join(',\n') + '\n' + '  '.repeat(depth) + close
    }
    const property = (object, name, depth) => {
      const found = getOwnPropertyDescriptor(object, name)
      if (!found) return 'undefined'
      if (!('value' in found)) return found.get ? (found.set ? '[Getter/Setter]' : '[Getter]') : '[Setter]'
      return walk(found.value, depth + 1)
    }
    const list = (item, parts, limit, depth) => {
      for (let at = 0; at < Math.min(item.length, limit); at += 1) parts.push(walk(item[at], depth + 1))
      if (item.length > limit) parts.push('… ' + (item.length - limit) + ' more')
    }
    const walk = (item, depth) => {
      budget -= 1
      if (typeof item === 'string') return depth === 0 && top ? cut(item, 4000) : quote(cut(item, 1000))
      if (Object.is(item, -0)) return '-0'
      if (typeof item === 'bigint') return cut(String(item), 1000) + 'n'
      if (!isObject(item)) return String(item)
      const wildcard = wildcards.get(item)
      if (wildcard) {
        const { kind, wanted } = wildcard
        return 'expect.' + kind + '(' + (kind === 'anything' ? '' : kind === 'any' ? titleOf(wanted) : walk(wanted, depth + 1)) + ')'
      }
      if (above.includes(item)) return '[Circular]'
      const kind = kindOf(item)
      if (kind === 'Node') return cut(hosts.textOf(item), depth === 0 ? 4000 : 1000)
      const name = className(item)
      if (budget < 0 || depth > 5) return kind === 'Array' ? '[Array]' : '[' + (name ?? 'Object') + ']'
      above.push(item)
      const limit = 100
      const parts = []
      let open = '{'
      let close = '}'
      let keys = []
      if (kind === 'Array') {
        const length = item.length
        open = name === 'Array' ? '[' : name + '(' + length + ') ['
        close = ']'
        let holes = 0
        const flush = () => {
          if (holes > 0) parts.push('<' + holes + ' empty item' + (holes > 1 ? 's' : '') + '>')
          holes = 0
        }
        const seen = Math.min(length, limit)
        for (let at = 0; at < seen; at += 1) {
          if (!getOwnPropertyDescriptor(item, at)) { holes += 1; continue }
          flush()
          parts.push(property(item, at, depth))
        }
        flush()
        if (length > seen) parts.push('… ' + (length - seen) + ' more')
        if (length <= limit) keys = keysOf(item).filter((each) => typeof each === 'symbol' || !/^\d+$/.test(each))
      } else {
        if (kind === 'function') {
          const title = titleOf(item)
          open = /^class\b/.test(sourceOf(item)) ? '[class ' + (title || '(anonymous)') + ']' : title ? '[Function: ' + title + ']' : '[Function (anonymous)]'
        } else if (kind === 'Error') open = '[' + errorName(item) + (errorMessage(item) ? ': ' + cut(errorMessage(item), 500) : '') + ']'
        else if (kind === 'Date') {
          const time = apply(Date.prototype.getTime, item, [])
          open = Number.isNaN(time) ? 'Invalid Date' : apply(Date.prototype.toISOString, new Date(time), [])
        } else if (kind === 'RegExp') open = '/' + apply(getter(RegExp.prototype, 'source'), item, []) + '/' + flagsOf(item)
        else if (kind === 'Promise') open = 'Promise {}'
        else if (kind === 'Number' || kind === 'String' || kind === 'Boolean')
          open = '[' + kind + ': ' + walk(primitiveOf(kind, item), depth) + ']'
        else if (kind === 'Map' || kind === 'Set') {
          const entries = entriesOf(kind, item)
          open = (name ?? kind) + '(' + entries.length + ') {'
          for (const entry of entries.slice(0, limit))
            parts.push(kind === 'Map' ? walk(entry[0], depth + 1) + ' => ' + walk(entry[1], depth + 1) : walk(entry, depth + 1))
          if (entries.length > limit) parts.push('… ' + (entries.length - limit) + ' more')
        } else if (kind === 'NodeList') {
          open = name + '(' + item.length + ') ['
          close = ']'
          list(item, parts, limit, depth)
        } else if (kind === 'ArrayBuffer') open = 'ArrayBuffer(' + apply(getter(ArrayBuffer.prototype, 'byteLength'), item, []) + ') {'
        else if (kind !== 'Object') {
          open = kind + '(' + item.length + ') ['
          close = ']'
          list(item, parts, limit, depth)
        } else open = name === null ? '[Object: null prototype] {' : name === 'Object' ? '{' : name + ' {'
        if (kind === 'Object' || kind === 'Map' || kind === 'Set' || kind === 'function' || kind === 'Error') keys = keysOf(item)
      }
      if (hosts && kind === 'Object')
        for (const [name, held] of hosts.attributesOf(item)) parts.push(name + ': ' + walk(held, depth + 1))
      for (const name of keys.slice(0, limit)) parts.push(key(name) + ': ' + property(item, name, depth))
      if (keys.length > limit) parts.push('… ' + (keys.length - limit) + ' more')
      above.pop()
      const bare = !/[{[]$/.test(open)
      if (bare) return parts.length === 0 ? open : block(open + ' {', parts, '}', depth)
      return block(open, parts, close, depth)
    }
    return cut(walk(value, 0), 4000)
  }
  const sourceOf = (fn) => {
    try {
      return apply(Function.prototype.toString, fn, [])
    } catch {
      return ''
    }
  }
  const flagsOf = (pattern) =>
    [['d', 'hasIndices'], ['g', 'global'], ['i', 'ignoreCase'], ['m', 'multiline'], ['s', 'dotAll'], ['u', 'unicode'], ['v', 'unicodeSets'], ['y', 'sticky']]
      .filter(([, name]) => {
        const read = getOwnPropertyDescriptor(RegExp.prototype, name)
        return read && apply(read.get, pattern, [])
      })
      .map(([flag]) => flag)
      .join('')
  const primitiveOf = (kind, value) =>
    apply(kind === 'Number' ? Number.prototype.valueOf : kind === 'String' ? String.prototype.valueOf : Boolean.prototype.valueOf, value, [])

  // Equality

  /** Placeholders for many values, such as expect.any(Number). */
  const wildcards = new WeakMap()
  const fits = (value, { kind, wanted }) => {
    if (kind === 'anything') return value !== undefined && value !== null
    if (kind === 'any') {
      const primitive = foreign.find(([name, prototype]) => prototype === wanted.prototype && name.toLowerCase() === typeof value)
      return primitive !== undefined || (isObject(value) && inherits(value, wanted.prototype))
    }
    if (kind === 'objectContaining') return isObject(value) && equal(value, wanted, false, true)
    if (kind === 'arrayContaining')
      return Array.isArray(value) && values(wanted).every((part) => values(value).some((item) => equal(item, part, false, false)))
    return typeof value === 'string' && (isRegExp(wanted) ? finds(wanted, value) : value.includes(wanted))
  }

  const pairs = []
  const equal = (one, other, strict, partial) => {
    if (Object.is(one, other)) return true
    const wildcard = isObject(other) && wildcards.get(other)
    if (wildcard) return fits(one, wildcard)
    if (!isObject(one) || !isObject(other)) return false
    const kind = kindOf(one)
    const otherKind = kindOf(other)
    // An object can name properties that an element of the page must have.
    const isPart = partial && kind === 'Node' && otherKind === 'Object'
    if (kind === 'function' || (kind !== otherKind && !isPart)) return false
    for (const [left, right] of pairs) if (left === one && right === other) return true
    if (strict && getPrototypeOf(one) !== getPrototypeOf(other)) return false
    pairs.push([one, other])
    const same = equalInside(otherKind, one, other, strict, partial)
    pairs.pop()
    return same
  }
  const equalInside = (kind, one, other, strict, partial) => {
    if (kind === 'Date') return Object.is(apply(Date.prototype.getTime, one, []), apply(Date.prototype.getTime, other, []))
    if (kind === 'RegExp')
      return apply(getter(RegExp.prototype, 'source'), one, []) === apply(getter(RegExp.prototype, 'source'), other, []) && flagsOf(one) === flagsOf(other)
    if (kind === 'Number' || kind === 'String' || kind === 'Boolean')
      return Object.is(primitiveOf(kind, one), primitiveOf(kind, other))
    if (kind === 'Promise') return false
    if (kind === 'Node') return hosts.isEqual(one, other)
    if (kind === 'Error') {
      if (errorName(one) !== errorName(other) || errorMessage(one) !== errorMessage(other)) return false
    }
    if (kind === 'ArrayBuffer')
      return equal(new Uint8Array(one), new Uint8Array(other), false, false)
    if (kind === 'Map' || kind === 'Set') {
      const left = entriesOf(kind, one)
      const right = entriesOf(kind, other)
      if (left.length !== right.length) return false
      for (const entry of left) {
        if (kind === 'Set' && !isObject(entry)) {
          if (!apply(Set.prototype.has, other, [entry])) return false
          continue
        }
        if (kind === 'Map' && !isObject(entry[0])) {
          if (!apply(Map.prototype.has, other, [entry[0]])) return false
          if (!equal(entry[1], apply(Map.prototype.get, other, [entry[0]]), strict, false)) return false
          continue
        }
        const at = right.findIndex((candidate) =>
          kind === 'Map'
            ? equal(entry[0], candidate[0], strict, false) && equal(entry[1], candidate[1], strict, false)
            : equal(entry, candidate, strict, false))
        if (at < 0) return false
        right.splice(at, 1)
      }
    }
    if (kind === 'Array' || kind === 'NodeList' || (kind !== 'Object' && kind.endsWith('Array'))) {
      const length = one.length
      if (length !== other.length) return false
      for (let at = 0; at < length; at += 1) {
        if (strict && kind === 'Array' && !getOwnPropertyDescriptor(one, at) !== !getOwnPropertyDescriptor(other, at)) return false
        if (!equal(one[at], other[at], strict, partial)) return false
      }
      if (kind !== 'Array') return true
    }
    const named = (value) => keysOf(value).filter((key) => kind !== 'Array' || typeof key === 'symbol' || !/^\d+$/.test(key))
    const left = named(one)
    const right = named(other)
    const all = partial ? right : [...new Set([...left, ...right])]
    if (hosts && !partial && kind === 'Object' && !hosts.hasEqualAttributes(one, other)) return false
    for (const key of all) {
      if (strict && left.includes(key) !== right.includes(key)) return false
      if (partial && !left.includes(key) && !(key in one)) return false
      if (!equal(left.includes(key) || partial ? one[key] : undefined, right.includes(key) ? other[key] : undefined, strict, partial)) return false
    }
    return true
  }

  // Matchers. Each returns whether it holds, and describes the expected value. With always, .not fails, too.

  const number = (value) => typeof value === 'number' || typeof value === 'bigint'
  const order = (words, holds) => (actual, limit) => ({
    ok: number(actual) && number(limit) && holds(actual, limit),
    expected: words + ' ' + show(limit),
  })
  const values = (list) => {
    if (Array.isArray(list)) {
      const items = []
      for (let at = 0, length = list.length; at < length; at += 1) items.push(list[at])
      return items
    }
    if (!isObject(list)) return null
    const kind = kindOf(list)
    if (kind === 'Set') return entriesOf(kind, list)
    if (kind === 'NodeList' || kind.endsWith('Array')) return [...new Array(list.length)].map((_, at) => list[at])
    return null
  }
  const isRegExp = (value) => isObject(value) && kindOf(value) === 'RegExp'
  const finds = (pattern, text) => {
    const fresh = new RegExp(apply(getter(RegExp.prototype, 'source'), pattern, []), flagsOf(pattern))
    return fresh.exec(text) !== null
  }
  const path = (where) => (Array.isArray(where) ? values(where) : String(where).split(/[.[\]]+/).filter((part) => part !== ''))
  const called = (holds, words) => (log, ...parts) =>
    log === undefined
      ? { ok: false, always: true, expected: 'a function made by vi.fn()', actual: 'something else' }
      : { ok: holds(values(log), ...parts), expected: words(...parts), actual: log.length === 0 ? 'no calls' : 'the calls ' + show(log) }
  const matchers = {
    toBe: (actual, wanted) => ({
      ok: Object.is(actual, wanted), expected: show(wanted),
      note: !Object.is(actual, wanted) && show(actual) === show(wanted) ? 'They look alike, but they are not the same object. toEqual compares what is inside.' : '',
    }),
    toEqual: (actual, wanted) => ({ ok: equal(actual, wanted, false, false), expected: show(wanted) }),
    toStrictEqual: (actual, wanted) => ({ ok: equal(actual, wanted, true, false), expected: show(wanted) }),
    toMatchObject: (actual, wanted) => ({ ok: isObject(actual) && equal(actual, wanted, false, true), expected: 'an object with ' + show(wanted) }),
    toBeCloseTo: (actual, wanted, digits = 2) => ({
      ok: typeof actual === 'number' && typeof wanted === 'number' &&
        (Object.is(actual, wanted) || Math.abs(actual - wanted) < 10 ** -digits / 2),
      expected: show(wanted) + ', to ' + show(digits) + ' decimal places',
    }),
    toContain: (actual, part) => ({
      ok: typeof actual === 'string' ? typeof part === 'string' && actual.includes(part)
        : (values(actual) ?? []).some((item) => item === part || Object.is(item, part)),
      expected: 'something that contains ' + show(part),
    }),
    toContainEqual: (actual, part) => ({
      ok: (values(actual) ?? []).some((item) => equal(item, part, false, false)),
      expected: 'something that contains ' + show(part),
    }),
    toMatch: (actual, pattern) => ({
      ok: typeof actual === 'string' && (isRegExp(pattern) ? finds(pattern, actual) : typeof pattern === 'string' && actual.includes(pattern)),
      expected: 'text that matches ' + show(pattern),
    }),
    toHaveLength: (actual, length) => {
      const found = typeof actual === 'string' || isObject(actual) ? actual.length : undefined
      return { ok: typeof found === 'number' && found === length, expected: 'length ' + show(length), actual: 'length ' + show(found) + ': ' + show(actual) }
    },
    toHaveProperty: (actual, where, ...wanted) => {
      let value = actual
      let there = true
      for (const key of path(where)) {
        if (!isObject(value) || !(key in value)) { there = false; break }
        value = value[key]
      }
      return {
        ok: there && (wanted.length === 0 || equal(value, wanted[0], false, false)),
        expected: 'property ' + show(where) + (wanted.length ? ' with ' + show(wanted[0]) : ''),
      }
    },
    toBeTruthy: (actual) => ({ ok: Boolean(actual), expected: 'a truthy value' }),
    toBeFalsy: (actual) => ({ ok: !actual, expected: 'a falsy value' }),
    toBeUndefined: (actual) => ({ ok: actual === undefined, expected: 'undefined' }),
    toBeDefined: (actual) => ({ ok: actual !== undefined, expected: 'anything but undefined' }),
    toBeNull: (actual) => ({ ok: actual === null, expected: 'null' }),
    toBeNaN: (actual) => ({ ok: Number.isNaN(actual), expected: 'NaN' }),
    toBeGreaterThan: order('more than', (actual, limit) => actual > limit),
    toBeGreaterThanOrEqual: order('at least', (actual, limit) => actual >= limit),
    toBeLessThan: order('less than', (actual, limit) => actual < limit),
    toBeLessThanOrEqual: order('at most', (actual, limit) => actual <= limit),
    toBeInstanceOf: (actual, type) => ({
      ok: typeof type === 'function' && isObject(actual) && isObject(type.prototype) && inherits(actual, type.prototype),
      expected: 'an instance of ' + (typeof type === 'function' ? titleOf(type) : show(type)),
    }),
    toBeTypeOf: (actual, type) => ({ ok: typeof actual === type, expected: 'a value of type ' + show(type), actual: typeof actual + ': ' + show(actual) }),
    toThrow: (outcome, wanted) => {
      if (outcome.length === 0) return { ok: false, always: true, expected: 'a function to call', actual: 'no function' }
      const [threw, error] = values(outcome)
      const actual = threw ? show(error) : 'no error'
      const message = isObject(error) ? errorMessage(error) : typeof error === 'string' ? error : ''
      if (wanted === undefined) return { ok: threw, expected: 'an error', actual }
      if (typeof wanted === 'string') return { ok: threw && message.includes(wanted), expected: 'an error that says ' + show(wanted), actual }
      if (isRegExp(wanted)) return { ok: threw && finds(wanted, message), expected: 'an error that matches ' + show(wanted), actual }
      if (typeof wanted === 'function')
        return { ok: threw && isObject(error) && isObject(wanted.prototype) && inherits(error, wanted.prototype), expected: 'an error of type ' + titleOf(wanted), actual }
      return { ok: threw && isObject(error) && isObject(wanted) && message === errorMessage(wanted), expected: show(wanted), actual }
    },
    toHaveBeenCalled: called((log) => log.length > 0, () => 'at least one call'),
    toHaveBeenCalledTimes: called((log, times) => log.length === times, (times) => show(times) + ' calls'),
    toHaveBeenCalledWith: called((log, ...parts) => log.some((call) => equal(call, parts, false, false)), (...parts) => 'a call with ' + show(parts)),
    toHaveBeenLastCalledWith: called((log, ...parts) => log.length > 0 && equal(log[log.length - 1], parts, false, false), (...parts) => 'a last call with ' + show(parts)),
    resolves: (reason) => ({ ok: false, expected: 'a promise that resolves', actual: 'one that rejects with ' + show(reason) }),
    rejects: () => ({ ok: false, expected: 'a promise that rejects', actual: 'one that did not' }),
  }

  return {
    mark(token, kind, wanted) {
      wildcards.set(token, { kind, wanted })
      return ''
    },
    check(matcher, negated, actual, ...parts) {
      pairs.length = 0
      const { ok, always, expected, actual: shown, note } = matchers[matcher](actual, ...parts)
      if (!always && ok !== negated) return ''
      const found = shown ?? show(actual)
      const wanted = negated && !always ? 'not ' + expected : expected
      return JSON.stringify({ message: 'Expected ' + wanted + ', but got ' + found + (note ? '. ' + note : ''), expected: wanted, actual: found })
    },
    print: (...parts) => parts.map((part) => show(part, true)).join(' '),
    /** Returns the message and the stack of a thrown value, as JSON. */
    thrown(error) {
      if (!isObject(error) || kindOf(error) !== 'Error')
        return JSON.stringify({ message: 'Thrown: ' + show(error), stack: '' })
      const stack = error.stack
      return JSON.stringify({
        message: errorName(error) + (errorMessage(error) ? ': ' + errorMessage(error) : ''),
        stack: typeof stack === 'string' ? stack : '',
      })
    },
  }
})`
