import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mapStorage } from '../testing/memory-storage'
import { keepReadingPlace, readingPlace } from './reading-place'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', mapStorage(kept))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a place is stored for each lesson and person, and deleted by storing null', () => {
  keepReadingPlace('mia', 'one', { block: 3, share: 0.12345 })
  keepReadingPlace('mia', 'two', { block: 0, share: 1 })
  keepReadingPlace('mia', 'one', { block: 4, share: 0.5 })
  expect(readingPlace('mia', 'one')).toEqual({ block: 4, share: 0.5 })
  expect(readingPlace('mia', 'two')).toEqual({ block: 0, share: 1 })
  expect(readingPlace('noah', 'one')).toBeNull()
  keepReadingPlace('mia', 'one', null)
  expect(readingPlace('mia', 'one')).toBeNull()
  keepReadingPlace('mia', 'two', null)
  expect(kept.size).toBe(0)
})

it('the places of the fifty lessons that were read last are stored', () => {
  for (let i = 0; i < 60; i += 1) keepReadingPlace('mia', `l${i}`, { block: i, share: 0 })
  expect(readingPlace('mia', 'l9')).toBeNull()
  expect(readingPlace('mia', 'l10')).toEqual({ block: 10, share: 0 })
})

it('there is no place if the stored data is invalid or the browser allows no storage', () => {
  kept.set('rookies-reading:mia', '{')
  expect(readingPlace('mia', 'one')).toBeNull()
  kept.set('rookies-reading:mia', '[1, ["one", "x", 0], ["one", 2, 0.5], null]')
  expect(readingPlace('mia', 'one')).toEqual({ block: 2, share: 0.5 })
  vi.stubGlobal('localStorage', undefined)
  expect(readingPlace('mia', 'one')).toBeNull()
  expect(() => keepReadingPlace('mia', 'one', { block: 1, share: 0 })).not.toThrow()
})
