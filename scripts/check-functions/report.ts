/** What came of one call. */
export interface Outcome {
  name: string
  /** The answer in short, such as `403 42501`; what went wrong where there was none. */
  came: string
  /** None where it is as it has to be. */
  differences: readonly string[]
}

/** The calls of one deployment as lines, each with what came and, where that is wrong, why. */
export function section(title: string, outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  const lines = outcomes.flatMap(({ name, came, differences }) => [
    `  ${differences.length > 0 ? '✗' : '✓'} ${name.padEnd(width)}  ${came}`,
    ...differences.map((difference) => `      ${difference}`),
  ])
  return [title, ...lines].join('\n')
}

/** The last line, such as `38 calls of 4 functions, 1 wrong`. */
export function summary(functions: number, outcomes: readonly Outcome[]): string {
  const wrong = outcomes.filter(({ differences }) => differences.length > 0).length
  const of = functions === 1 ? 'one function' : `${functions} functions`
  return `${outcomes.length} calls of ${of}, ${wrong} wrong`
}
