/** Milliseconds between two lines of progress, and before the first line. */
const EVERY_MS = 2000

type Say = (line: string) => void

function amount(number: number): string {
  return number.toLocaleString('en')
}

/**
 * Returns a listener that prints `done` of `total` at most every two seconds. Each report is a new line, so that logs
 * show them too.
 * @param doing the activity, such as `Reading`
 * @param what the counted things, such as `files`
 */
export function progressLines(
  doing: string,
  what: string,
  say: Say = console.log,
): (progress: { done: number; total: number }) => void {
  let printedAt = performance.now()
  return ({ done, total }) => {
    if (done === total || performance.now() - printedAt < EVERY_MS) return
    printedAt = performance.now()
    say(`${doing}: ${amount(done)} of ${amount(total)} ${what}`)
  }
}

/** Waits for work that reports no progress, and prints every two seconds how long the work has taken. */
export async function waitWithProgress<T>(
  doing: string,
  waitedFor: Promise<T>,
  say: Say = console.log,
): Promise<T> {
  const began = performance.now()
  const timer = setInterval(() => {
    say(`${doing}: ${Math.round((performance.now() - began) / 1000)} s so far`)
  }, EVERY_MS)
  try {
    return await waitedFor
  } finally {
    clearInterval(timer)
  }
}
