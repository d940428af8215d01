import { RAW_NAME } from './clean-text.ts'
import type { RawResult } from './read-report.ts'

// The package `tap-parser` reads details as YAML, for which it needs 41 seconds and 580 MB if a report of one megabyte
// consists of them. A hosted function has two seconds and 256 MB. Here, details are shown as they are.

const POINT = /^(not )?ok(?:\s+(\d+))?(?:\s+-)?(?:\s+(.*))?$/
const DIRECTIVE = /(?<!\\)#\s*(skip|todo|time=([\d.]+)(ms|s)?)/i
/** The deepest nesting of tests that is read. A test that contains deeper ones speaks for them. */
const DEEPEST = 10

/** Adds each test of a TAP report. A test that contains others is added only if it failed and none of them did. */
export function readTap(report: string, add: (result: RawResult) => void): void {
  /** The tests of each level that are not yet inside another test. */
  const levels: RawResult[][] = []
  let last: RawResult | undefined
  let isInDetails = false
  let [planned, came] = [Number.NaN, 0]
  for (const line of report.split(/\r?\n/)) {
    const text = line.trimStart()
    const level = (line.length - text.length) / 4
    if (last && (isInDetails || (text.trim() === '---' && level % 1 === 0.5))) {
      isInDetails = text.trim() !== '...'
      if (isInDetails && text.trim() !== '---') addDetail(last, text)
      continue
    }
    if (!Number.isInteger(level) || level > DEEPEST) continue
    if (/^Bail out!/i.test(text)) add({ name: 'Bail out!', ok: false, message: text })
    if (level === 0) planned = Number(/^1\.\.(\d{1,9})\b/.exec(text)?.[1] ?? planned)
    const point = POINT.exec(text)
    if (!point) continue
    if (level === 0) came += 1
    last = readPoint(point)
    const { name, ok } = last
    const inside = levels.splice(level + 1).flat()
    for (const one of inside) one.name = `${name} > ${one.name}`
    const isTold = inside.length > 0 && (ok || inside.some((one) => !one.ok))
    while (levels.length <= level) levels.push([])
    levels[level]?.push(...inside, ...(isTold ? [] : [last]))
  }
  for (const result of levels.flat()) add(result)
  if (planned === came || (Number.isNaN(planned) && came === 0)) return
  const plan = Number.isNaN(planned) ? 'There is no plan' : `The plan is of ${planned} tests`
  add({ name: 'Plan', ok: false, message: `${plan}, and ${came} came.` })
}

function readPoint([, not, number = '', said = '']: RegExpExecArray): RawResult {
  const directive = DIRECTIVE.exec(said)
  const [, word = '', time = '', unit = 's'] = directive ?? []
  const name = said
    .slice(0, directive?.index)
    .slice(0, RAW_NAME)
    .replace(/\\([\\#])/g, '$1')
  // A test that is still to do may fail, and proves nothing.
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
