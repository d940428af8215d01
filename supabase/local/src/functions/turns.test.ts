import { expect, test } from 'vitest'
import { createTurns } from './turns'

/** Pieces of work by name, each of which ends when the test says so. */
function desk(places: number) {
  const inTurn = createTurns(places)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (person: string, name: string) =>
    inTurn(person, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { inTurn, ask, end, begun }
}

test('people get turns one after the other, and each person has one piece of work at a time', async () => {
  const { ask, end, begun } = desk(2)
  const last = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
    .map((name) => ask(name.slice(0, 1), name))
    .at(-1)
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  for (const name of ['b1', 'c1', 'a2', 'b2', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(await last).toBe('c1')
})

test('work that fails ends its turn, and its caller gets the error', async () => {
  const { inTurn, ask, begun } = desk(1)
  const failed = inTurn('a', () => Promise.reject(new Error('gone')))
  void ask('a', 'a2')
  await expect(failed).rejects.toThrow('gone')
  expect(begun).toEqual(['a2'])
})
