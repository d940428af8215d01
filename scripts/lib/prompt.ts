import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { PlainError } from '../../supabase/local/src/plain-error'

/** The input and output of a question. */
interface Terminal {
  stdin: NodeJS.ReadableStream
  stdout: NodeJS.WritableStream
}

/** Asks whether to continue. @throws PlainError if the input ends before an answer */
export async function agrees(question: string, terminal: Terminal = process): Promise<boolean> {
  const answer = await answerTo(`${question} (y/N) `, false, terminal)
  if (answer === undefined) throw new PlainError('\nNobody answered. Add --yes to agree.')
  return /^y(es)?$/i.test(answer.trim())
}

/**
 * Asks for an email or a password; with `hidden`, the terminal does not show what is typed. @throws PlainError if the
 * input ends before an answer
 */
export async function ask(
  question: string,
  hidden = false,
  terminal: Terminal = process,
): Promise<string> {
  const answer = await answerTo(question, hidden, terminal)
  if (answer !== undefined) return answer
  throw new PlainError('\nNobody answered. Set ROOKIES_EMAIL and ROOKIES_PASSWORD instead.')
}

async function answerTo(
  question: string,
  hidden: boolean,
  { stdin, stdout }: Terminal,
): Promise<string | undefined> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: stdin,
    output: hidden ? silence : stdout,
    // With this option, readline shows the input instead of the terminal, and can be kept from showing it.
    ...(hidden && { terminal: true }),
  })
  if (hidden) stdout.write(question)
  try {
    // Without this, a closed input would leave the question pending, and the process would end with exit code 0.
    const ended = once(lines, 'close').then(() => undefined)
    return await Promise.race([lines.question(hidden ? '' : question), ended])
  } finally {
    lines.close()
    if (hidden) stdout.write('\n')
  }
}
