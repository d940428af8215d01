/**
 * What was looked at and what came of it. `failed`: it should have been looked at and could not be.
 * `unknown`: there was no key to look at it with, and which one.
 */
export interface Finding {
  state: 'ok' | 'differs' | 'failed' | 'unknown'
  about: string
  text: string
}

export const ok = (about: string, text: string): Finding => ({ state: 'ok', about, text })
export const differs = (about: string, text: string): Finding => ({ state: 'differs', about, text })
export const failed = (about: string, text: string): Finding => ({ state: 'failed', about, text })
export const unknown = (about: string, text: string): Finding => ({ state: 'unknown', about, text })

/** The findings as a table of lines, and what they come to. */
export function report(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.map(
    ({ state, about, text }) => `${state.padEnd(7)}  ${about.padEnd(width)}  ${text}`,
  )
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length
  const gaps = count('unknown')
  return [
    ...lines,
    '',
    `${count('ok')} ok, ${count('differs')} differ, ${count('failed')} failed, ${gaps} unknown`,
    ...(gaps > 0 ? ['What is unknown was not examined: it wants the settings named above.'] : []),
  ].join('\n')
}

/** Whether the project is not as it should be, or nobody can say. What there was no key for is only told. */
export function isRed(findings: readonly Finding[]): boolean {
  return findings.some(({ state }) => state === 'differs' || state === 'failed')
}

/** How many differences of one sort are spelt out. */
export const SHOWN = 5

/**
 * In: what a list should hold and what it holds. Out: one finding for what is missing and what is too
 * much, or an ok one that counts.
 */
export function compareLists(
  about: string,
  expected: readonly string[],
  actual: readonly string[],
): Finding {
  const [wanted, there] = [new Set(expected), new Set(actual)]
  const missing = expected.filter((one) => !there.has(one))
  const extra = actual.filter((one) => !wanted.has(one))
  if (missing.length + extra.length === 0) return ok(about, `${expected.length} as expected`)
  const say = (word: string, list: readonly string[]) => {
    if (list.length === 0) return []
    const more = list.length > SHOWN ? ` and ${list.length - SHOWN} more` : ''
    return [`${word}: ${list.slice(0, SHOWN).join('; ')}${more}`]
  }
  return differs(about, [...say('missing', missing), ...say('not expected', extra)].join('. '))
}
