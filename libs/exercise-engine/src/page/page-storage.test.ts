// @vitest-environment jsdom

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defineStorage } from './page-storage'

const stored = vi.fn()
const before = [
  [globalThis, 'localStorage', Object.getOwnPropertyDescriptor(globalThis, 'localStorage')],
  [globalThis, 'sessionStorage', Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')],
  [Document.prototype, 'cookie', Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')],
  ...['getItem', 'setItem', 'removeItem', 'clear', 'key'].map(
    (name) =>
      [Storage.prototype, name, Object.getOwnPropertyDescriptor(Storage.prototype, name)] as const,
  ),
] as const

beforeAll(() => defineStorage(stored))
afterAll(() => {
  for (const [target, name, property] of before)
    if (property) Object.defineProperty(target, name, property)
    else Reflect.deleteProperty(target, name)
})

test.each(['localStorage', 'sessionStorage'] as const)('%s works as in a browser', (name) => {
  const area = globalThis[name]
  expect([area.length, area.getItem('a'), area.key(0)]).toEqual([0, null, null])
  area.setItem('a', '1')
  Object.assign(area, { b: 2 })
  expect([area.length, area.getItem('b'), area.a, area.key(1)]).toEqual([2, '2', '1', 'b'])
  expect(Object.keys(area)).toEqual(['a', 'b'])
  expect({ ...area }).toEqual({ a: '1', b: '2' })
  expect(['a' in area, 'c' in area, area.c]).toEqual([true, false, undefined])
  delete area.a
  area.removeItem('nothing')
  expect(JSON.stringify(area)).toBe('{"b":"2"}')
  expect(area).toBeInstanceOf(Storage)
  expect(stored).toHaveBeenCalled()
  expect(() => area.setItem('long', 'x'.repeat(5_000_001))).toThrow('There is no room')
  area.clear()
  expect(area.length).toBe(0)
})

test('the two areas are apart, and tests can spy on their methods', () => {
  localStorage.setItem('a', '1')
  expect(sessionStorage.getItem('a')).toBeNull()
  const spy = vi.spyOn(Storage.prototype, 'getItem').mockReturnValue('spied')
  expect(localStorage.getItem('a')).toBe('spied')
  spy.mockRestore()
  expect(localStorage.getItem('a')).toBe('1')
})

test.each([
  ['a=1', 'a=1'],
  ['b = 2; path=/; SameSite=Lax', 'a=1; b=2'],
  ['a=3', 'a=3; b=2'],
  ['b=; max-age=0', 'a=3'],
  ['a=; expires=Thu, 01 Jan 1970 00:00:00 GMT', ''],
])('after the cookie "%s" the page reads "%s"', (written, read) => {
  Reflect.set(document, 'cookie', written)
  expect(document.cookie).toBe(read)
})
