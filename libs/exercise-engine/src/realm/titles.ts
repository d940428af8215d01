/** Returns the text of a value for a title. */
type Show = (value: unknown) => string

const isPrimitive = (value: unknown) =>
  (typeof value !== 'object' && typeof value !== 'function') || value === null

/** Returns the text for a sign such as `%s`. */
function written(sign: string, value: unknown, show: Show): string {
  switch (sign) {
    case '%d':
      return typeof value === 'bigint' ? `${value}n` : String(Number(value))
    case '%i':
      return typeof value === 'bigint' ? `${value}n` : String(Number.parseInt(String(value), 10))
    case '%f':
      return String(Number.parseFloat(String(value)))
    case '%j':
      try {
        return String(JSON.stringify(value))
      } catch {
        return '[Circular]'
      }
    case '%s':
      return isPrimitive(value) ? String(value) : show(value)
    default:
      return show(value)
  }
}

/** Returns the value at a path such as `user.name`; undefined if a part is missing. */
function valueAt(row: unknown, path: string): unknown {
  let value = row
  for (const key of path.split('.')) {
    if (value === undefined || value === null) return undefined
    value = Reflect.get(Object(value), key)
  }
  return value
}

/**
 * Returns the title of a test of a table: `%s` and similar signs stand for the values of its row in their order, and
 * `$name` for a property of a row that is an object.
 *
 * @param row the values that the test gets
 * @param at the number of the row, from 0
 */
export function titled(name: unknown, row: readonly unknown[], at: number, show: Show): string {
  let used = 0
  const text = String(name).replace(/%[sdifjoOpc#$%]/g, (sign) => {
    if (sign === '%%') return '%'
    if (sign === '%#') return String(at)
    if (sign === '%$') return String(at + 1)
    if (used >= row.length) return sign
    const value = row[used]
    used += 1
    return sign === '%c' ? '' : written(sign, value, show)
  })
  const [first] = row
  if (isPrimitive(first)) return text
  return text.replace(/\$(#|[A-Za-z_$][\w$]*(?:\.[\w$]+)*)/g, (sign, path: string) => {
    if (path === '#') return String(at)
    const [key = ''] = path.split('.')
    if (!(key in Object(first))) return sign
    const value = valueAt(first, path)
    return isPrimitive(value) ? String(value) : show(value)
  })
}

/** Returns the rows of a tagged template: the first line of its text has the names of the columns. */
function rowsOfTemplate(texts: readonly string[], values: readonly unknown[]): object[] {
  const names = (texts[0] ?? '')
    .trim()
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw new TypeError('The first line of the table must name its columns')
  if (values.length % names.length !== 0)
    throw new TypeError(
      `Each row of the table needs ${names.length} values, one for each of its columns`,
    )
  const rows: object[] = []
  for (let at = 0; at < values.length; at += names.length) {
    const row: Record<string, unknown> = {}
    for (const [column, name] of names.entries()) row[name] = values[at + column]
    rows.push(row)
  }
  return rows
}

/** Returns the rows of `each`, given as a list or as a tagged template. */
export function rowsOf(table: unknown, values: readonly unknown[]): readonly unknown[] {
  if (Array.isArray(table) && 'raw' in table) return rowsOfTemplate(table as string[], values)
  const { [Symbol.iterator]: iterate } = Object(table ?? null) as { [Symbol.iterator]?: unknown }
  if (typeof table === 'string' || typeof iterate !== 'function')
    throw new TypeError('each needs a list of rows')
  return [...(table as Iterable<unknown>)]
}
