import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'

/** A remark about something in a file that was changed or left out. Lines are counted from 1. */
export interface Remark {
  line: number
  message: string
  /** The address or key that the remark is about. Remarks of one kind have the same message. */
  about?: string
}

/**
 * One `key: value` of YAML. The value is a scalar, null, a list of records, or a record; undefined for other values.
 */
export interface Entry {
  key: string
  value: unknown
  line: number
  /** The items of a list of scalars, whose value is undefined. */
  texts?: string[]
}

/**
 * Returns a list of maps as records, with their scalars and lists of maps; undefined for other nodes. Aliases are not
 * resolved.
 */
function recordsOf(node: Node, depth = 0): Record<string, unknown>[] | undefined {
  if (!isSeq(node)) return undefined
  const records = node.items.map((item) =>
    isMap(item)
      ? Object.fromEntries(
          item.items.flatMap(({ key, value }) => {
            if (!isScalar(key)) return []
            if (isScalar(value)) return [[String(key.value), value.value]]
            const inner =
              depth < MAX_DEPTH && isSeq(value) ? recordsOf(value, depth + 1) : undefined
            return inner ? [[String(key.value), inner]] : []
          }),
        )
      : undefined,
  )
  return records.every((record) => record !== undefined) ? records : undefined
}

/** The maximum nesting that is read. No key needs more. */
const MAX_DEPTH = 3

/** Returns the scalars of a map, and of the maps in it. */
function recordOf(map: YAMLMap, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    map.items.flatMap(({ key, value }) => {
      if (!isScalar(key)) return []
      if (isScalar(value)) return [[String(key.value), value.value]]
      return isMap(value) && depth < MAX_DEPTH
        ? [[String(key.value), recordOf(value, depth + 1)]]
        : []
    }),
  )
}

function textsOf(list: unknown): Pick<Entry, 'texts'> {
  if (!isSeq(list) || list.items.length === 0) return {}
  const texts = list.items.flatMap((item) =>
    isScalar(item) && item.value !== null ? [String(item.value)] : [],
  )
  return texts.length === list.items.length ? { texts } : {}
}

/** Parses the top level of YAML that begins at a line of a file; null if it is not a valid map. */
function readMap(yaml: string, firstLine: number): Entry[] | null {
  const lines = new LineCounter()
  const { contents, errors } = parseDocument(yaml, { lineCounter: lines, prettyErrors: false })
  if (errors.length > 0) return null
  if (contents === null) return []
  if (!isMap(contents)) return null
  return contents.items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : '',
    value: isScalar(value)
      ? value.value
      : value === null
        ? null
        : isMap(value)
          ? recordOf(value)
          : recordsOf(value as Node),
    ...textsOf(value),
    line: lines.linePos(isScalar(key) ? (key.range?.[0] ?? 0) : 0).line + firstLine - 1,
  }))
}

/** Matches a line that continues the previous key: indented, blank, a comment, or a list item. */
const CONTINUATION = /^(?:[ \t]|#|-(?:[ \t]|$)|$)/
const KEY_AND_VALUE = /^([ \t]*(?:- +)?([^\s:#-][^:]*):[ \t]+)(\S.*)$/
const LONGEST_SHOWN = 80

/** Splits YAML before each line that begins a key, and returns the position of each piece. */
function piecesOf(yaml: string): { lines: string[]; from: number }[] {
  const pieces: { lines: string[]; from: number }[] = []
  for (const [at, line] of yaml.split('\n').entries()) {
    const piece = pieces.at(-1)
    if (piece !== undefined && CONTINUATION.test(line)) piece.lines.push(line)
    else pieces.push({ lines: [line], from: at })
  }
  return pieces
}

/** Returns whether a value opens a quote or a bracket that is not closed on its line. */
function isLeftOpen(value: string): boolean {
  const closing = { '"': '"', "'": "'", '[': ']', '{': '}' }[value.charAt(0)]
  return closing !== undefined && !value.includes(closing, 1)
}

/** Adds quotes to a value that YAML does not read as text (`title: Lesson 1: Pour`); null if the line stays invalid. */
function quoted(line: string): { line: string; key: string; value: string } | null {
  const [, head = '', key = '', written = ''] = KEY_AND_VALUE.exec(line) ?? []
  const value = written.replace(/[ \t]#.*$/, '').trimEnd()
  if (value === '' || isLeftOpen(value) || readMap(`x: ${written}`, 1) !== null) return null
  return { line: head + JSON.stringify(value), key: key.trim(), value }
}

/**
 * Returns the entries of an invalid piece that can be read, with a remark for everything that was changed or left out.
 */
function mendPiece(lines: string[], firstLine: number): { entries: Entry[]; remarks: Remark[] } {
  const mended = lines.map(quoted)
  const entries = readMap(lines.map((line, at) => mended[at]?.line ?? line).join('\n'), firstLine)
  if (entries === null) {
    return {
      entries: [],
      remarks: [{ line: firstLine, message: 'The line is not valid YAML and was ignored.' }],
    }
  }
  const remarks = mended.flatMap((each, at) => {
    if (each === null) return []
    const { key, value } = each
    const shown = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value
    const message = `The value of "${key}" needs quotes; it was taken as "${shown}".`
    return [{ line: firstLine + at, message }]
  })
  return { entries, remarks }
}

/**
 * Parses the top level of YAML that people wrote, beginning at a line of a file. If it is invalid, each key is parsed
 * separately: missing quotes are added to a value, a line that stays invalid is left out, both with a remark, and the
 * other lines are read.
 */
export function readEntries(
  yaml: string,
  firstLine: number,
): { entries: Entry[]; remarks: Remark[] } {
  const whole = readMap(yaml, firstLine)
  if (whole !== null) return { entries: whole, remarks: [] }
  const known = new Map<string, Entry>()
  const remarks: Remark[] = []
  for (const { lines, from } of piecesOf(yaml)) {
    const piece = readMap(lines.join('\n'), firstLine + from)
    const read = piece ? { entries: piece, remarks: [] } : mendPiece(lines, firstLine + from)
    remarks.push(...read.remarks)
    for (const entry of read.entries) {
      const { key, line } = entry
      if (!known.has(key)) known.set(key, entry)
      else remarks.push({ line, message: `The repeated key "${key}" was ignored.` })
    }
  }
  return { entries: [...known.values()], remarks }
}

/**
 * Returns YAML corrected in the same way as by `readEntries()`: missing quotes are added, and invalid lines become
 * blank.
 */
export function mendYaml(yaml: string): string {
  const isRead = (lines: string[]) => readMap(lines.join('\n'), 1) !== null
  if (isRead([yaml])) return yaml
  return piecesOf(yaml)
    .flatMap(({ lines }) => {
      if (isRead(lines)) return lines
      const mended = lines.map((line) => quoted(line)?.line ?? line)
      return isRead(mended) ? mended : lines.map(() => '')
    })
    .join('\n')
}
