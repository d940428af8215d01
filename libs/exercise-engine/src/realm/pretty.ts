import {
  entriesOf,
  flagsOf,
  isObject,
  keysOf,
  sourceOfPattern,
  timeOf,
  titleOf,
  type Values,
} from './values.ts'

/** Returns a value in the format of inline snapshots, without the names `Array` and `Object`. */
export function prettyWith({ kindOf, className, itemsOf, errorName, errorMessage }: Values) {
  const list = (open: string, parts: string[], close: string, pad: string) =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => `${pad}  ${part},\n`).join('')}${pad}${close}`

  const pretty = (value: unknown, pad: string, above: readonly object[]): string => {
    if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
    if (Object.is(value, -0)) return '-0'
    if (typeof value === 'bigint') return `${value}n`
    if (!isObject(value)) return String(value)
    if (above.includes(value)) return '[Circular]'
    const kind = kindOf(value)
    const inside = [...above, value]
    const next = (part: unknown) => pretty(part, `${pad}  `, inside)
    if (kind === 'function') return `[Function ${titleOf(value) || 'anonymous'}]`
    if (kind === 'Error') return `[${errorName(value)}: ${errorMessage(value)}]`
    if (kind === 'Date') return new Date(timeOf(value)).toISOString()
    if (kind === 'RegExp') return `/${sourceOfPattern(value)}/${flagsOf(value)}`
    if (kind === 'Promise') return 'Promise {}'
    if (kind === 'Map' || kind === 'Set') {
      const parts = entriesOf(kind, value).map((entry) => {
        if (kind === 'Set') return next(entry)
        const [key, held] = entry as [unknown, unknown]
        return `${next(key)} => ${next(held)}`
      })
      return list(`${kind} {`, parts, '}', pad)
    }
    const items = itemsOf(value)
    const name = className(value)
    if (items) return list(name === 'Array' ? '[' : `${name} [`, items.map(next), ']', pad)
    const keys = keysOf(value)
    const named = keys
      .filter((key) => typeof key === 'string')
      .sort()
      .concat(keys.filter((key) => typeof key === 'symbol') as never[])
    const parts = named.map((key) => {
      const text = typeof key === 'symbol' ? `Symbol(${(key as symbol).description})` : `"${key}"`
      return `${text}: ${next(value[key as keyof typeof value])}`
    })
    return list(name === 'Object' || name === null ? '{' : `${name} {`, parts, '}', pad)
  }
  return (value: unknown) => pretty(value, '', [])
}

/**
 * Returns the text of an inline snapshot without its indentation, so that it can be compared with {@link prettyWith}.
 */
export function plainSnapshot(written: string): string {
  const lines = written.split('\n')
  if (lines[0]?.trim() === '') lines.shift()
  if (lines.at(-1)?.trim() === '') lines.pop()
  const [, pad = ''] = /^(\s*)/.exec(lines[0] ?? '') ?? []
  return lines
    .map((line) => (line.startsWith(pad) ? line.slice(pad.length) : line))
    .join('\n')
    .replace(/\b(?:Array (?=\[)|Object (?=\{))/g, '')
}
