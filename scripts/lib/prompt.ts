import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { PlainError } from '../../supabase/local/src/plain-error'

/** Where a question is asked and answered. */
interface Terminal {
  stdin: NodeJS.ReadableStream
  stdout: NodeJS.WritableStream
}

/** Asks whether to go on. @throws PlainError if the input ends before there is an answer */
export async function agrees(question: string, terminal: Terminal = process): Promise<boolean> {
  const answer = await answerTo(`${question} (y/N) `, false, terminal)
  if (answer === undefined) throw new PlainError('\nNobody answered. Add --yes to agree.')
  return /^y(es)?$/i.test(answer.trim())
}

/**
 * Asks who signs in; with `hidden`, the terminal does not show what is typed. @throws PlainError if the input ends
 * before there is an answer
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
    // Otherwise the terminal itself shows what is typed.
    ...(hidden && { terminal: true }),
  })
  if (hidden) stdout.write(question)
  try {
    // The question alone would wait for ever, and the process would end as if all were well.
    const ended = once(lines, 'close').then(() => undefined)
    return await Promise.race([lines.question(hidden ? '' : question), ended])
  } finally {
    lines.close()
    if (hidden) stdout.write('\n')
  }
}
