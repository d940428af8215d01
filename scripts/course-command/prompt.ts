import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks a question on the terminal; with `hidden`, the terminal does not show what is typed. */
export async function ask(question: string, hidden = false): Promise<string> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silence : process.stdout,
    terminal: true,
  })
  if (hidden) process.stdout.write(question)
  try {
    return await lines.question(hidden ? '' : question)
  } finally {
    lines.close()
    if (hidden) process.stdout.write('\n')
  }
}
