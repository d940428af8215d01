/** How often a line tells how far it is, and how long nothing is said of what may be over by then. */
const EVERY_MS = 2000

type Say = (line: string) => void

function amount(number: number): string {
  return number.toLocaleString('en')
}

/**
 * In: what is being done to what (`Reading`, `files`). Out: what takes the progress, `done` of `total`,
 * and says a line of it every two seconds, so that it can be followed in a log too.
 */
export function progressLines(
  doing: string,
  what: string,
  say: Say = console.log,
): (progress: { done: number; total: number }) => void {
  let said = performance.now()
  return ({ done, total }) => {
    if (done === total || performance.now() - said < EVERY_MS) return
    said = performance.now()
    say(`${doing}: ${amount(done)} of ${amount(total)} ${what}`)
  }
}

/** Waits for what tells nothing of itself, and says every two seconds how long it has taken so far. */
export async function waitAloud<T>(
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
