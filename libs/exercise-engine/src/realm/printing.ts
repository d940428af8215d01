import { entriesOf, isObject, keysOf, type Values } from './values.ts'

const { getOwnPropertyDescriptor } = Reflect

type Show = (value: unknown, top?: boolean) => string
type Cells = ReadonlyMap<string, string>

/** The maximum number of rows and columns of a table. Others are left out. */
const MAX_ROWS = 100
const MAX_COLUMNS = 20
const WIDEST = 80

/** The maximum length of a format text with signs such as `%s`. */
const LONGEST_FORMAT = 20_000

/** Returns a text of one line. */
const oneLine = (text: string) => {
  const line = text.replace(/\s*\n\s*/g, ' ')
  return line.length > WIDEST ? `${line.slice(0, WIDEST)}…` : line
}

/**
 * Returns a primitive value as a number for `%d`. An object is not converted, because this would call its `valueOf`.
 */
const numberText = (value: unknown, read: (value: unknown) => number) => {
  if (typeof value === 'bigint') return `${value}n`
  if (isObject(value) || typeof value === 'symbol') return 'NaN'
  const number = read(value)
  return Object.is(number, -0) ? '-0' : String(number)
}

/** Returns functions that format lines of the console as a browser does. They call no functions of the values. */
export function printingWith({ kindOf, itemsOf }: Values, show: Show) {
  const signs: Record<string, (value: unknown) => string> = {
    '%s': (value) => show(value, true),
    '%d': (value) => numberText(value, Number),
    '%i': (value) => numberText(value, (it) => Number.parseInt(String(it), 10)),
    '%f': (value) => numberText(value, (it) => Number.parseFloat(String(it))),
    '%o': (value) => show(value),
    '%O': (value) => show(value),
    // `%c` sets a style. Lines are plain text, so its value is left out.
    '%c': () => '',
  }
  const line = (parts: unknown[]) => {
    const [format] = parts
    let at = 1
    if (typeof format !== 'string' || parts.length === 1)
      return parts.map((part) => show(part, true)).join(' ')
    const head = format.slice(0, LONGEST_FORMAT).replace(/%[sdifoOc%]/g, (sign) => {
      if (sign === '%%') return '%'
      if (at >= parts.length) return sign
      at += 1
      return signs[sign]?.(parts[at - 1]) ?? sign
    })
    return [head, ...parts.slice(at).map((part) => show(part, true))].join(' ')
  }

  const held = (object: object, key: PropertyKey): unknown => {
    const found = getOwnPropertyDescriptor(object, key)
    return found && 'value' in found ? found.value : undefined
  }
  const propertiesOf = (object: object) =>
    keysOf(object).map((key) => [String(key), held(object, key)] as const)
  /** Returns the rows of a table: the content of the first columns, and the value for the other columns. */
  const rowsOf = (data: object): [titles: [string, string][], value: unknown][] => {
    const kind = kindOf(data)
    if (kind === 'Map')
      return entriesOf(kind, data).map((entry, at) => {
        const [key, value] = entry as [unknown, unknown]
        const titles: [string, string][] = [
          ['(iteration index)', String(at)],
          ['Key', oneLine(show(key))],
        ]
        return [titles, value]
      })
    const items = itemsOf(data)
    const first = kind === 'Set' ? '(iteration index)' : '(index)'
    if (items) return items.map((item, at) => [[[first, String(at)]], item])
    return propertiesOf(data).map(([key, value]) => [[[first, key]], value])
  }
  const drawn = (columns: string[], rows: Cells[]) => {
    const widths = columns.map((column) =>
      Math.max(...[column, ...rows.map((row) => row.get(column) ?? '')].map((it) => it.length)),
    )
    const rule = (left: string, middle: string, right: string) =>
      left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right
    const cells = (textOf: (column: string) => string) =>
      `│ ${columns.map((column, at) => textOf(column).padEnd(widths[at] ?? 0)).join(' │ ')} │`
    return [
      rule('┌', '┬', '┐'),
      cells((column) => column),
      rule('├', '┼', '┤'),
      ...rows.map((row) => cells((column) => row.get(column) ?? '')),
      rule('└', '┴', '┘'),
    ]
  }
  const table = ([data, wanted]: unknown[]) => {
    if (!isObject(data) || kindOf(data) === 'function') return line([data])
    const all = rowsOf(data)
    const chosen = isObject(wanted) ? itemsOf(wanted)?.map((name) => show(name, true)) : undefined
    const first = new Set<string>()
    const names = new Set<string>(chosen)
    let hasValues = false
    const rows = all.slice(0, MAX_ROWS).map(([titles, value]) => {
      const cells = new Map<string, string>()
      for (const [title, text] of titles) {
        first.add(title)
        cells.set(title, text)
      }
      if (!isObject(value) || kindOf(value) === 'function') {
        hasValues = true
        return cells.set('Values', oneLine(show(value)))
      }
      for (const [key, cell] of propertiesOf(value)) {
        if (!chosen) names.add(key)
        if (names.has(key)) cells.set(key, oneLine(show(cell)))
      }
      return cells
    })
    const columns = [...first, ...[...names].slice(0, MAX_COLUMNS)]
    if (first.size === 0) columns.unshift('(index)')
    if (hasValues && !names.has('Values')) columns.push('Values')
    const lines = drawn(columns, rows)
    if (all.length > MAX_ROWS) lines.push(`… ${all.length - MAX_ROWS} more`)
    return lines.join('\n')
  }

  return (kind: string, indent: string, ...parts: unknown[]) => {
    const text = kind === 'table' ? table(parts) : line(parts)
    return indent === '' ? text : indent + text.replaceAll('\n', `\n${indent}`)
  }
}
