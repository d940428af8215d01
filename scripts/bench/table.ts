import { cpus } from 'node:os'
import type { Extent } from './database'

export interface Figure {
  what: string
  value: number
  unit: 'kB' | 'ms' | 's' | 'MB' | 'x' | '1/s' | ''
  /** The highest allowed value; with `atLeast`, the lowest. */
  target?: number
  atLeast?: boolean
}

/** Returns one line for each figure: label, value, target, and whether the target is met. */
function tableLines(figures: readonly Figure[]): string[] {
  const rows = figures.map(({ what, value, unit, target, atLeast }) => {
    const met =
      target === undefined ? '' : (atLeast ? value >= target : value <= target) ? 'met' : 'NOT MET'
    const text = `${value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0)} ${unit}`
    const goal = target === undefined ? '' : `${atLeast ? '≥' : '≤'} ${target} ${unit}`
    return [what, text, goal, met]
  })
  const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => (row[i] ?? '').length)))
  return rows.map(([what = '', value = '', goal = '', met = '']) =>
    `${what.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${goal.padEnd(widths[2] ?? 0)}  ${met}`.trimEnd(),
  )
}

/**
 * Returns the report at the end of a bench: how to repeat it, the table, and what could not be measured.
 * @param failures one sentence about each failure
 */
export function report(
  { people, courses }: Extent,
  figures: readonly Figure[],
  failures: readonly string[],
): string {
  const processors = cpus()
  const machine = `${processors.length} x ${processors[0]?.model}, Node.js ${process.version}`
  return [
    `npm run bench -- --people ${people}`,
    `${people.toLocaleString('en')} people, ${courses} courses; ${machine}`,
    '',
    ...tableLines(figures),
    ...(failures.length > 0 ? ['', 'Not measured:', ...failures] : []),
  ].join('\n')
}
