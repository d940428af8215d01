import { DIFFERENCES, UNSEEN } from '../../supabase/tests/wire/differences'

/** The part of Vitest's report that contains the notes of `promise()`. */
interface Report {
  testResults: { assertionResults: { meta?: { promises?: Record<string, string> } }[] }[]
}

/** Sorts the listed differences by what the tests found. */
export function observedDifferences(report: Report) {
  const came = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ meta }) => Object.entries(meta?.promises ?? {}))
  const isIn = (name: string, what: string) => came.some(([it, how]) => it === name && how === what)
  const differs = DIFFERENCES.filter((name) => isIn(name, 'differs'))
  const holds = DIFFERENCES.filter((name) => isIn(name, 'holds') && !differs.includes(name))
  const unasked = DIFFERENCES.filter((name) => !differs.includes(name) && !holds.includes(name))
  return { differs, holds, unasked }
}

/** Says which of the differences in docs/security.md the tests found. */
export function describeDifferences(report: Report): string {
  const { differs, holds, unasked } = observedDifferences(report)
  return [
    ...differs.map((name) => `  differs as listed  ${name}`),
    ...holds.map((name) => `  does not differ    ${name}`),
    ...unasked.map((name) => `  not asked          ${name}`),
    ...Object.entries(UNSEEN).map(([name, why]) => `  cannot be seen     ${name}: ${why}`),
  ].join('\n')
}
