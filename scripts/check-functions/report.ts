/** The result of one call. */
export interface Outcome {
  name: string
  /** A short form of the answer, such as `403 42501`, or of the error if there was no answer. */
  came: string
  /** The differences from the expected answer; empty if the answer is right. */
  differences: readonly string[]
}

/** Returns the calls of one deployment as lines, each with its result and the reason of a failure. */
export function section(title: string, outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  const lines = outcomes.flatMap(({ name, came, differences }) => [
    `  ${differences.length > 0 ? '✗' : '✓'} ${name.padEnd(width)}  ${came}`,
    ...differences.map((difference) => `      ${difference}`),
  ])
  return [title, ...lines].join('\n')
}

/** Returns the last line, such as `38 calls of 4 functions, 1 wrong`. */
export function summary(functions: number, outcomes: readonly Outcome[]): string {
  const wrong = outcomes.filter(({ differences }) => differences.length > 0).length
  const of = functions === 1 ? 'one function' : `${functions} functions`
  return `${outcomes.length} calls of ${of}, ${wrong} wrong`
}
