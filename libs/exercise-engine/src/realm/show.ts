import type { HostValues } from '../page/host-values.ts'
import {
  bytesIn,
  entriesOf,
  flagsOf,
  isObject,
  keysOf,
  namesOf,
  primitiveOf,
  sourceOfPattern,
  timeOf,
  titleOf,
  type Values,
  type Wildcards,
} from './values.ts'

const { apply, getOwnPropertyDescriptor } = Reflect

export const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)}…` : text

const quote = (text: string) => {
  const mark = !text.includes("'")
    ? "'"
    : !text.includes('"')
      ? '"'
      : !text.includes('`')
        ? '`'
        : "'"
  let out = ''
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    if (sign === mark || sign === '\\') out += `\\${sign}`
    else if (sign === '\n') out += '\\n'
    else if (sign === '\t') out += '\\t'
    else if (sign === '\r') out += '\\r'
    else if (code < 32 || code === 127 || (code >= 0xd800 && code <= 0xdfff))
      out += `\\u${code.toString(16).padStart(4, '0')}`
    else out += sign
  }
  return mark + out + mark
}

const keyText = (name: string | symbol) =>
  typeof name === 'symbol'
    ? `[${String(name)}]`
    : /^[A-Za-z_$][\w$]*$/.test(name)
      ? name
      : quote(name)

const block = (open: string, parts: string[], close: string, depth: number) => {
  if (parts.length === 0) return open + close
  const line = `${open} ${parts.join(', ')} ${close}`
  if (line.length <= 72 && !line.includes('\n')) return line
  const pad = '  '.repeat(depth + 1)
  const lines = parts.map((part) => pad + part).join(',\n')
  return `${open}\n${lines}\n${'  '.repeat(depth)}${close}`
}

const sourceOf = (fn: object): string => {
  try {
    return apply(Function.prototype.toString, fn, [])
  } catch {
    return ''
  }
}

const functionText = (fn: object) => {
  const title = titleOf(fn)
  if (/^class\b/.test(sourceOf(fn))) return `[class ${title || '(anonymous)'}]`
  return title ? `[Function: ${title}]` : '[Function (anonymous)]'
}

const dateText = (date: object) => {
  const time = timeOf(date)
  return Number.isNaN(time) ? 'Invalid Date' : apply(Date.prototype.toISOString, new Date(time), [])
}

/** The maximum number of elements, entries or properties in the description of a value. */
const LIMIT = 100

/**
 * Returns a function that describes a value as code would write it.
 *
 * @param hosts what the realm has besides the language, for the nodes of a page
 */
export function describing(values: Values, hosts: HostValues | undefined, wildcards: Wildcards) {
  const { kindOf, className, errorName, errorMessage } = values
  /** @param top whether a text stands without quotes */
  return (value: unknown, top = false): string => {
    let budget = 400
    const above: object[] = []
    const property = (object: object, name: PropertyKey, depth: number) => {
      const found = getOwnPropertyDescriptor(object, name)
      if (!found) return 'undefined'
      if (!('value' in found))
        return found.get ? (found.set ? '[Getter/Setter]' : '[Getter]') : '[Setter]'
      return walk(found.value, depth + 1)
    }
    const pushListed = (parts: string[], item: ArrayLike<unknown>, depth: number) => {
      for (let at = 0; at < Math.min(item.length, LIMIT); at += 1)
        parts.push(walk(item[at], depth + 1))
      if (item.length > LIMIT) parts.push(`… ${item.length - LIMIT} more`)
    }
    /**
     * Adds the elements of an array to a description, and the number of those left out. Returns the length of the
     * array.
     */
    const pushElements = (parts: string[], item: unknown[], depth: number): number => {
      const { length } = item
      let holes = 0
      const flush = () => {
        if (holes > 0) parts.push(`<${holes} empty item${holes > 1 ? 's' : ''}>`)
        holes = 0
      }
      const seen = Math.min(length, LIMIT)
      for (let at = 0; at < seen; at += 1) {
        if (!getOwnPropertyDescriptor(item, at)) {
          holes += 1
          continue
        }
        flush()
        parts.push(property(item, at, depth))
      }
      flush()
      if (length > seen) parts.push(`… ${length - seen} more`)
      return length
    }
    const pushEntries = (parts: string[], kind: string, item: object, depth: number): number => {
      const entries = entriesOf(kind, item)
      for (const entry of entries.slice(0, LIMIT)) {
        if (kind === 'Map') {
          const [key, held] = entry as [unknown, unknown]
          parts.push(`${walk(key, depth + 1)} => ${walk(held, depth + 1)}`)
        } else parts.push(walk(entry, depth + 1))
      }
      if (entries.length > LIMIT) parts.push(`… ${entries.length - LIMIT} more`)
      return entries.length
    }
    const walk = (item: unknown, depth: number): string => {
      budget -= 1
      if (typeof item === 'string')
        return depth === 0 && top ? cut(item, 4000) : quote(cut(item, 1000))
      if (Object.is(item, -0)) return '-0'
      if (typeof item === 'bigint') return `${cut(String(item), 1000)}n`
      if (!isObject(item)) return String(item)
      const wildcard = wildcards.get(item)
      if (wildcard) {
        const { kind, wanted } = wildcard
        const inside =
          kind === 'anything'
            ? ''
            : kind === 'any'
              ? titleOf(wanted as object)
              : walk(wanted, depth + 1)
        return `expect.${kind}(${inside})`
      }
      if (above.includes(item)) return '[Circular]'
      const kind = kindOf(item)
      if (hosts && kind === 'Node')
        return cut(hosts.textOf(item as Node), depth === 0 ? 4000 : 1000)
      const name = className(item)
      if (budget < 0 || depth > 5) return kind === 'Array' ? '[Array]' : `[${name ?? 'Object'}]`
      above.push(item)
      const parts: string[] = []
      let open: string
      let close = '}'
      let keys: (string | symbol)[] = []
      if (kind === 'Array') {
        const length = pushElements(parts, item as unknown[], depth)
        open = name === 'Array' ? '[' : `${name}(${length}) [`
        close = ']'
        if (length <= LIMIT) keys = namesOf(item)
      } else {
        if (kind === 'function') open = functionText(item)
        else if (kind === 'Error') {
          const message = errorMessage(item)
          open = `[${errorName(item)}${message ? `: ${cut(message, 500)}` : ''}]`
        } else if (kind === 'Date') open = dateText(item)
        else if (kind === 'RegExp') open = `/${sourceOfPattern(item)}/${flagsOf(item)}`
        else if (kind === 'Promise') open = 'Promise {}'
        else if (kind === 'Number' || kind === 'String' || kind === 'Boolean')
          open = `[${kind}: ${walk(primitiveOf(kind, item), depth)}]`
        else if (kind === 'Map' || kind === 'Set')
          open = `${name ?? kind}(${pushEntries(parts, kind, item, depth)}) {`
        else if (kind === 'ArrayBuffer') open = `ArrayBuffer(${bytesIn(item)}) {`
        else if (kind === 'Object')
          open =
            name === null ? '[Object: null prototype] {' : name === 'Object' ? '{' : `${name} {`
        else {
          const listed = item as ArrayLike<unknown>
          open = `${kind === 'NodeList' ? name : kind}(${listed.length}) [`
          close = ']'
          pushListed(parts, listed, depth)
        }
        if (['Object', 'Map', 'Set', 'function', 'Error'].includes(kind)) keys = keysOf(item)
      }
      if (hosts && kind === 'Object')
        for (const [attribute, held] of hosts.attributesOf(item))
          parts.push(`${attribute}: ${walk(held, depth + 1)}`)
      for (const key of keys.slice(0, LIMIT))
        parts.push(`${keyText(key)}: ${property(item, key, depth)}`)
      if (keys.length > LIMIT) parts.push(`… ${keys.length - LIMIT} more`)
      above.pop()
      const bare = !/[{[]$/.test(open)
      if (bare) return parts.length === 0 ? open : block(`${open} {`, parts, '}', depth)
      return block(open, parts, close, depth)
    }
    return cut(walk(value, 0), 4000)
  }
}
