/** Says of the stage under way how far it is: "12 of 57 screens". */
export type Tell = (how: string) => void

export interface Stage<T> {
  what: string
  run(tell: Tell): T[] | Promise<T[]>
}

/** A terminal, whose line is written over, or a file, in which lines add up. */
interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** A terminal hears each second how it goes, a file now and then. */
const TERMINAL_MS = 1_000
const FILE_MS = 10_000
/** Seconds that need no word. */
const SHORT = 3

/**
 * Goes through stages one after the other, and says which one it is at and, of one that takes more than
 * a few seconds, how far it is. Out: what they came to, together.
 */
export async function runStages<T>(stages: readonly Stage<T>[], output: Output): Promise<T[]> {
  const results: T[] = []
  for (const [index, { what, run }] of stages.entries()) {
    let how = ''
    const began = performance.now()
    const say = () => {
      const seconds = Math.round((performance.now() - began) / 1000)
      const parts = [`${index + 1} of ${stages.length}: ${what}`]
      if (how) parts.push(how)
      if (seconds > SHORT) parts.push(`${seconds} s`)
      const line = parts.join(', ')
      output.write(output.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
    }
    say()
    const timer = setInterval(say, output.isTTY ? TERMINAL_MS : FILE_MS)
    try {
      const tell = (words: string) => {
        how = words
      }
      results.push(...(await run(tell)))
    } finally {
      clearInterval(timer)
      if (output.isTTY) output.write('\r\x1b[K')
    }
  }
  return results
}
