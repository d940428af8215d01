// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answeredBy, defineDialogs } from './dialogs'

const print = vi.fn()
const fail = vi.fn()
const names = ['alert', 'confirm', 'prompt'] as const
let before: PropertyDescriptorMap

const answer = (...answers: unknown[]) => defineDialogs(answeredBy(answers, print, fail))
const lines = () => print.mock.calls.flat()

beforeEach(() => {
  before = Object.getOwnPropertyDescriptors(globalThis)
})
afterEach(() => {
  for (const name of names) Object.defineProperty(globalThis, name, before[name] ?? {})
  vi.resetAllMocks()
})

test('without answers, all dialogs are cancelled and printed', () => {
  answer()
  expect([alert('Hello'), confirm('Sure?'), prompt('Your name?', 'Ada')]).toEqual([
    undefined,
    false,
    null,
  ])
  expect(lines()).toEqual(['alert: Hello', 'confirm: Sure? (false)', 'prompt: Your name? (null)'])
  expect(fail).not.toHaveBeenCalled()
})

test('answers are given in their order, and an alert uses none', () => {
  answer(true, 'Ada', 5, null)
  alert('Hello')
  expect([confirm('Sure?'), prompt('Name?'), prompt('Age?'), prompt('More?')]).toEqual([
    true,
    'Ada',
    '5',
    null,
  ])
  expect(confirm('And then?')).toBe(false)
})

test('an answer of the wrong kind is a problem', () => {
  answer('yes', true)
  expect([confirm('Sure?'), prompt('Name?')]).toEqual([false, null])
  expect(fail.mock.calls).toEqual([
    [`The check answers confirm('Sure?') with "yes", not true or false`],
    [`The check answers prompt('Name?') with true, not with a text or null`],
  ])
})

test('alert, confirm and prompt convert their arguments to text as a browser does, and tests can replace them', () => {
  answer()
  Reflect.apply(alert, null, [])
  Reflect.apply(alert, null, [[1, 2]])
  expect(lines()).toEqual(['alert: ', 'alert: 1,2'])
  const spy = vi.fn()
  window.alert = spy
  alert('Hi')
  expect(spy).toHaveBeenCalledWith('Hi')
})
