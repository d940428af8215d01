import type { PageOptions } from '../realm/collect'
import type { RunResult } from '../run/run'
import type { OwnPage, PageResult } from './messages'

/** The widths that a page can have, in pixels. */
export const PAGE_WIDTHS = { least: 240, most: 2560, inChecks: 1024 }

/**
 * Returns the page that a test needs if its options set the width or the answers to dialogs; otherwise null. Throws an
 * error for invalid options.
 */
export function ownPageOf(at: number, { width, answers }: PageOptions): OwnPage | null {
  const { least, most } = PAGE_WIDTHS
  if (width !== undefined && !(Number(width) >= least && Number(width) <= most))
    throw new RangeError(`The width of a test is a number of pixels from ${least} to ${most}`)
  if (answers !== undefined && !(Array.isArray(answers) && answers.every(isAnswer)))
    throw new TypeError('The answers of a test are a list of true, false, texts, and null')
  if (width === undefined && answers === undefined) return null
  return {
    at,
    ...(width !== undefined && { width: Number(width) }),
    ...(answers !== undefined && { answers: [...answers] }),
  }
}

const isAnswer = (value: unknown) =>
  value === null || ['boolean', 'string', 'number'].includes(typeof value)

/** Inserts the result of a test that had a page of its own into the results of the other tests, at its position. */
export function withOwnResult(all: RunResult, at: number, own: PageResult): PageResult {
  if (own.verdict === 'UNREACHABLE') return own
  const { name = '', ...before } = all.tests[at] ?? { ok: false }
  const [ran] = own.tests
  const problem = ran?.problem ?? own.problem
  const test = { ...before, ...ran, name, ok: own.verdict === 'PASS', ...(problem && { problem }) }
  const worse = (verdict: RunResult['verdict']) =>
    all.verdict === verdict || own.verdict === verdict
  const stopped = all.problem ?? own.problem
  return {
    ...all,
    verdict: worse('ERROR') ? 'ERROR' : worse('FAIL') ? 'FAIL' : 'PASS',
    tests: all.tests.with(at, test),
    ...(stopped && { problem: stopped }),
    ms: all.ms + own.ms,
  }
}
