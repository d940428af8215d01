import { expect, onTestFinished, test } from 'vitest'
import { engines, input, PASS, RIGHT } from '../testing/engines'

test('runs return the results of their engines, and a run that blocks its engine delays neither this process nor other runs', async () => {
  const run = engines()
  const [right, wrong] = await Promise.all([run(RIGHT), run(input('export const tea = () => 2'))])
  expect(right).toMatchObject(PASS)
  expect(wrong).toMatchObject({ verdict: 'FAIL', tests: [{ ok: false }] })
  const sum = 'const sum = (n) => (n === 0 ? 0 : n + sum(n - 1))'
  const deep = input(`${sum}\nexport const tea = () => sum(5_000) / 12_502_500`)
  expect(await run(deep)).toMatchObject(PASS)
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 20)
  onTestFinished(() => clearInterval(timer))
  let isStuck = true
  const stuck = run(
    input(`export const tea = () => [].includes.call(${'{ length: 2 ** 53 }'}, 1)`, 200),
  )
  void stuck.then(() => {
    isStuck = false
  })
  expect(await run(RIGHT)).toMatchObject(PASS)
  expect([isStuck, turns > 0]).toEqual([true, true])
  expect(await stuck).toMatchObject({
    verdict: 'ERROR',
    killed: true,
    problem: { message: 'It did not finish within 200 ms' },
  })
}, 60_000)
