import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks on the terminal; what is typed stays unseen when `hidden`. */
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
