import { expect, test } from 'vitest'
import { failed, run } from '../run-support'
import { CALLS, EXPRESSIONS, PROGRAM } from './calls'

const answers = async () => {
  const { tests, problem } = await run(
    `export const answers = () => ${PROGRAM}`,
    `main.answers().forEach((answer, at) => test(String(at), () => { console.log(answer); expect(1).toBe(1) }))`,
    { time_ms: 20_000 },
  )
  expect([problem, failed({ tests, verdict: 'PASS', ms: 0 })]).toEqual([undefined, []])
  return tests.map((each) => each.console?.join('\n'))
}

// rules/exercise-runs#languages. A change means that the data of this Node differ: the difference belongs into
// docs/decisions/0023-what-runs-know.md.
test('Five hundred calls of Intl give the answers that were recorded; `npx vitest run languages -u` records them again', async () => {
  const all = await answers()
  expect(all.length).toBe(EXPRESSIONS.length)
  expect(all.length).toBeGreaterThan(500)
  let at = 0
  const lines = CALLS.map(([expression, each]) => {
    at += each.length
    return JSON.stringify({ call: expression, answers: all.slice(at - each.length, at) })
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('answers.jsonl')
})

test('The engine gives the answers of Node in UTC', async () => {
  const zone = process.env.TZ
  process.env.TZ = 'UTC'
  const theirs = new Function(`return ${PROGRAM}`)() as string[]
  process.env.TZ = zone
  const plain = (text: string) => text.replace(/[\u202f\u2009]/g, ' ')
  const ours = await answers()
  expect(ours.map((text) => plain(text ?? ''))).toEqual(theirs.map(plain))
})
