import { MAX_RAW_NAME } from './clean-text.ts'
import type { RawResult } from './read-report.ts'

// The package `tap-parser` is not used. It parses the details of tests as YAML, and takes 41 seconds and 580 MB for a
// report of one megabyte that consists of details. A hosted function has two seconds and 256 MB. This reader does not
// parse details, but keeps their lines as the message of the test.

/** Matches the line with the result of a test. */
const POINT = /^(not )?ok(?:\s+(\d+))?(?:\s+-)?(?:\s+(.*))?$/
const DIRECTIVE = /(?<!\\)#\s*(skip|todo|time=([\d.]+)(ms|s)?)/i
/** The maximum depth of nested tests. Tests at a greater depth are ignored, and the test that contains them counts. */
const MAX_DEPTH = 10

/**
 * Calls `add` for each test of a TAP report. A test that contains other tests is added only if it failed and none of the
 * tests in it failed.
 */
export function readTap(report: string, add: (result: RawResult) => void): void {
  /** The tests at each depth whose containing test was not read yet: TAP prints a test after the tests in it. */
  const levels: RawResult[][] = []
  let last: RawResult | undefined
  let isInDetails = false
  let [planned, counted] = [Number.NaN, 0]
  for (const line of report.split(/\r?\n/)) {
    const text = line.trimStart()
    const level = (line.length - text.length) / 4
    if (last && (isInDetails || (text.trim() === '---' && level % 1 === 0.5))) {
      isInDetails = text.trim() !== '...'
      if (isInDetails && text.trim() !== '---') addDetail(last, text)
      continue
    }
    if (!Number.isInteger(level) || level > MAX_DEPTH) continue
    if (/^Bail out!/i.test(text)) add({ name: 'Bail out!', ok: false, message: text })
    if (level === 0) planned = Number(/^1\.\.(\d{1,9})\b/.exec(text)?.[1] ?? planned)
    const point = POINT.exec(text)
    if (!point) continue
    if (level === 0) counted += 1
    last = readPoint(point)
    const { name, ok } = last
    const inside = levels.splice(level + 1).flat()
    for (const one of inside) one.name = `${name} > ${one.name}`
    const isCovered = inside.length > 0 && (ok || inside.some((one) => !one.ok))
    while (levels.length <= level) levels.push([])
    levels[level]?.push(...inside, ...(isCovered ? [] : [last]))
  }
  for (const result of levels.flat()) add(result)
  if (planned === counted || (Number.isNaN(planned) && counted === 0)) return
  const plan = Number.isNaN(planned) ? 'There is no plan' : `The plan is of ${planned} tests`
  add({ name: 'Plan', ok: false, message: `${plan}, and ${counted} came.` })
}

function readPoint([, not, number = '', said = '']: RegExpExecArray): RawResult {
  const directive = DIRECTIVE.exec(said)
  const [, word = '', time = '', unit = 's'] = directive ?? []
  const name = said
    .slice(0, directive?.index)
    .slice(0, MAX_RAW_NAME)
    .replace(/\\([\\#])/g, '$1')
  // TAP allows a test with the directive "todo" to fail. Such a test counts as skipped.
  const skipped = /^(skip|todo)$/i.test(word)
  const ok = not === undefined || skipped
  const ms = time === '' ? Number.NaN : Number(time) * (unit === 's' ? 1000 : 1)
  return { name: name.trim() || `test ${number}`.trim(), ok, skipped, message: '', ms }
}

function addDetail(result: RawResult, text: string): void {
  const [, ms] = /^duration_ms:\s*['"]?([\d.]+)/.exec(text) ?? []
  if (ms !== undefined) result.ms = Number(ms)
  if (!result.ok) result.message += `${text}\n`
}
