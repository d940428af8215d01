import { describe, expect, it } from 'vitest'
import { mapStorage } from '../testing/memory-storage'
import { readAndRemoveFlash, setFlash } from './flash'
import { FLASH_KEY, hasFlash } from './flash-key'

describe('a message for the next page', () => {
  it('is shown only once', () => {
    const store = mapStorage()
    setFlash(store, 'signed-out', 1000)
    expect(readAndRemoveFlash(store, 1500)).toEqual({
      tone: 'success',
      title: 'Signed out',
      text: 'You have been signed out successfully',
    })
    expect(readAndRemoveFlash(store, 1600)).toBeNull()
  })

  it('is replaced by a later one', () => {
    const store = mapStorage()
    setFlash(store, 'signed-out', 1000)
    setFlash(store, 'admin-denied', 1000)
    expect(readAndRemoveFlash(store, 1000)).toMatchObject({
      title: 'Access Denied',
      text: 'Admin access required',
    })
  })

  it.each([
    ['nothing', ''],
    ['words of other code', 'Your account is locked, call +1 555 0100'],
    ['a name that objects have', `toString ${1000}`],
    ['a prototype', `__proto__ ${1000}`],
    ['no moment', 'signed-out'],
    ['a moment that is no number', 'signed-out soon'],
    ['a moment in the future', 'signed-out 5000'],
    ['a moment long past', 'signed-out -60000'],
  ])('is ignored and deleted if the stored text is %s', (_what, text) => {
    const store = mapStorage(new Map([[FLASH_KEY, text]]))
    expect(readAndRemoveFlash(store, 1000)).toBeNull()
    expect(store.getItem(FLASH_KEY)).toBeNull()
  })

  it('can be noticed without deleting it', () => {
    const store = mapStorage()
    expect(hasFlash(store)).toBe(false)
    setFlash(store, 'signed-out', 1000)
    expect(hasFlash(store)).toBe(true)
    expect(hasFlash(store)).toBe(true)
  })
})
