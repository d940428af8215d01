import { describe, expect, it } from 'vitest'
import { REVIEW_KEYS, reviewPress } from './review-keys'

const press = (key: string, more: object = {}) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  ...more,
})
const field = (html: string) => {
  document.body.innerHTML = html
  return document.body.firstElementChild
}

describe('key press on the review screen', () => {
  it('a key of the review screen can be a number, a letter, or Ctrl and Enter', () => {
    expect(reviewPress(press('3'), document.body)).toEqual({ key: 'level', level: 2 })
    expect(reviewPress(press('p'), document.body)?.key).toBe('pass')
    expect(reviewPress(press('?'), document.body)?.key).toBe('help')
    expect(reviewPress(press('Enter', { metaKey: true }), document.body)?.key).toBe('publish')
    expect(reviewPress(press('з', { code: 'KeyP' }), document.body)?.key).toBe('pass')
    expect(reviewPress(press('7'), document.body)).toBeNull()
  })

  it('keys do nothing in a text field, except Ctrl and Enter', () => {
    const at = field('<textarea></textarea>')
    expect(reviewPress(press('p'), at)).toBeNull()
    expect(reviewPress(press('Enter', { ctrlKey: true }), at)?.key).toBe('publish')
    expect(reviewPress(press('2'), field('<input type="radio">'))?.key).toBe('level')
  })

  it('a key does nothing while it is held down or pressed with a modifier', () => {
    const odd = [{ repeat: true }, { altKey: true }, { isComposing: true }, { ctrlKey: true }]
    for (const more of odd) expect(reviewPress(press('p', more), document.body)).toBeNull()
    expect(reviewPress(press('Enter', { ctrlKey: true, repeat: true }), document.body)).toBeNull()
  })

  it('each key has only one meaning', () => {
    const keys = Object.values(REVIEW_KEYS)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
