/**
 * The result of one check. `failed` means that the check could not run; `unknown` means that it needs a key that was
 * not given.
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

/** Returns the findings as a table, with a summary. */
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
    ...(gaps > 0 ? ['What is unknown was not checked. Set what is named above to check it.'] : []),
  ].join('\n')
}

/** Whether a finding is a fault or a failed check. Findings that only lack a key do not count. */
export function isRed(findings: readonly Finding[]): boolean {
  return findings.some(({ state }) => state === 'differs' || state === 'failed')
}

/** The largest number of differences of one kind in the report. */
export const MAX_SHOWN = 5

/**
 * Returns a finding for missing and one for additional entries; if there are none, a positive one with the number of
 * entries.
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
    const more = list.length > MAX_SHOWN ? ` and ${list.length - MAX_SHOWN} more` : ''
    return [`${word}: ${list.slice(0, MAX_SHOWN).join('; ')}${more}`]
  }
  return differs(about, [...say('missing', missing), ...say('not expected', extra)].join('. '))
}
