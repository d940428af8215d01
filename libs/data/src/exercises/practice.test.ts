import { afterEach, describe, expect, it } from 'vitest'
import { localStore } from '../device/store'
import { clearHistory } from '../session/clear-device'
import { codeWith, countFailure, failuresHere } from './practice'

it("a person's files get the order of the exercise, new files are added, and none is lost", () => {
  const file = (path: string, text: string) => ({ path, text })
  expect(
    codeWith([file('a.js', '1'), file('new.js', 'n')], [file('gone.js', 'g'), file('a.js', '2')]),
  ).toEqual([file('a.js', '2'), file('new.js', 'n'), file('gone.js', 'g')])
})

describe('failed runs', () => {
  afterEach(clearHistory)

  it('are counted for each person and exercise until the person signs out', () => {
    countFailure('ada', 'l1')
    countFailure('ada', 'l1')
    countFailure('bob', 'l1')
    expect(
      [
        ['ada', 'l1'],
        ['ada', 'l2'],
        ['bob', 'l1'],
      ].map(([person = '', lesson = '']) => failuresHere(person, lesson)),
    ).toEqual([2, 0, 1])
    clearHistory()
    expect(failuresHere('ada', 'l1')).toBe(0)
  })

  it('are counted from 0 if the stored value is not a number', () => {
    localStore.setItem('rookies-practice:ada:l1', 'many')
    expect(failuresHere('ada', 'l1')).toBe(0)
  })
})
