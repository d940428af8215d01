/** The values of a line of the console. `printing.ts` formats them in the harness's realm. */
export type Printing = (kind: 'line' | 'table', indent: string, ...parts: unknown[]) => void

type Call = (...parts: unknown[]) => void

const { stringify } = JSON

/** Formats a value for `%j` as JSON. This happens in the learner's realm, because JSON calls the `toJSON` of values. */
const withJson = (parts: unknown[]): unknown[] => {
  const [format] = parts
  if (typeof format !== 'string' || !format.includes('%j')) return parts
  const written = [...parts]
  let at = 0
  written[0] = format.replace(/%[sdifoOjc%]/g, (sign) => {
    if (sign === '%%') return sign
    at += 1
    if (sign !== '%j' || at >= written.length) return sign
    try {
      written[at] = String(stringify(written[at]))
    } catch {
      written[at] = '[Circular]'
    }
    return '%s'
  })
  return written
}

/** Returns the frames of a stack that are in the learner's files, without columns. */
const framesOf = (stack: string | undefined) =>
  String(stack)
    .split('\n')
    .filter((frame) => /:\d+/.test(frame) && !/\brookies\b|\bnative\b/.test(frame))
    .map((frame) => `    ${frame.trim().replace(/(:\d+):\d+(\)?)$/, '$1$2')}`)

/**
 * Creates the console for the learner's files and the tests (rules/exercise-runs#console). It has the counters, timers
 * and groups, and passes values to the harness's realm, which formats them.
 */
export default function makeConsole(print: Printing) {
  let indent = ''
  let counts = new Map<string, number>()
  let timers = new Map<string, number>()
  const { performance: clock } = globalThis
  const say: Call = (...parts) => print('line', indent, ...withJson(parts))
  const labelOf = (label: unknown) => (label === void 0 ? 'default' : String(label))
  const prefixed = (prefix: string, parts: unknown[]) => {
    const [format, ...rest] = parts
    if (typeof format === 'string') say(`${prefix}: ${format}`, ...rest)
    else if (parts.length > 0) say(`${prefix}:`, ...parts)
    else say(prefix)
  }
  const elapsed = (label: string, parts: unknown[] = []) => {
    const begun = timers.get(label)
    if (begun === void 0) say(`Timer '${label}' does not exist`)
    else say(`${label}: ${Math.round((clock.now() - begun) * 1000) / 1000} ms`, ...parts)
  }
  const group: Call = (...parts) => {
    if (parts.length > 0) say(...parts)
    indent += '  '
  }
  const console: Record<string, Call> = {
    assert(holds, ...parts) {
      if (!holds) prefixed('Assertion failed', parts)
    },
    clear() {
      indent = ''
      say('The console was cleared')
    },
    count(name) {
      const label = labelOf(name)
      const count = (counts.get(label) ?? 0) + 1
      counts.set(label, count)
      say(`${label}: ${count}`)
    },
    countReset(name) {
      const label = labelOf(name)
      if (!counts.delete(label)) say(`Count for '${label}' does not exist`)
    },
    dir: (value) => print('line', indent, '%O', value),
    group,
    groupCollapsed: group,
    groupEnd() {
      indent = indent.slice(2)
    },
    table: (data, columns) => print('table', indent, data, columns),
    time(name) {
      const label = labelOf(name)
      if (timers.has(label)) say(`Timer '${label}' already exists`)
      else timers.set(label, clock.now())
    },
    timeEnd(name) {
      const label = labelOf(name)
      elapsed(label)
      timers.delete(label)
    },
    timeLog: (name, ...parts) => elapsed(labelOf(name), parts),
    timeStamp() {},
    trace(...parts) {
      prefixed('Trace', parts)
      for (const frame of framesOf(new Error().stack)) print('line', indent, frame)
    },
  }
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'dirxml'])
    console[level] = (...parts) => say(...parts)
  return {
    console,
    /** Removes the counters, timers and open groups of the previous test. */
    reset() {
      indent = ''
      counts = new Map()
      timers = new Map()
    },
  }
}
