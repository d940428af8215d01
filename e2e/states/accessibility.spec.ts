import { expect, test } from '@playwright/test'
import { STATE_PATTERNS } from '@rookies/ui/testing/state-patterns'
import { checkedStates, testStates } from '../support/check-state'
import { screens } from '../support/screens'

test('for every state that no browser checks, a browser checks a state with the same parts', () => {
  const names = new Set(screens.map(({ name }) => name))
  expect(
    Object.values(STATE_PATTERNS)
      .flat()
      .filter((name) => !names.has(name)),
  ).toEqual([])
  const checked = new Set(checkedStates.map(({ name }) => name))
  const patterns = [...Object.keys(STATE_PATTERNS), ...screens.flatMap(({ like }) => like ?? [])]
  expect(patterns.filter((name) => !checked.has(name))).toEqual([])
})

testStates(checkedStates.filter(({ everyRun }) => everyRun))
