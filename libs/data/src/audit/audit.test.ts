import { describe, expect, it } from 'vitest'
import { actionWords } from './action-words'
import { shortId } from './short-id'

describe('an action in words', () => {
  it.each([
    ['course.publish', 'Course published'],
    ['lesson_attachment.reorder', 'Lesson attachment reordered'],
    ['user.role_change', 'User role changed'],
    ['auth.login', 'Signed in'],
    ['data.export', 'Data exported'],
    ['coupon.half_price', 'Coupon half price'],
    ['odd', 'Odd'],
    ['', ''],
  ])('%s is "%s"', (action, words) => {
    expect(actionWords(action)).toBe(words)
  })
})

describe('a short id', () => {
  it('is its first eight characters', () => {
    expect(shortId('a0000000-0000-4000-8000-000000000001')).toBe('a0000000')
    expect(shortId('a')).toBe('a')
  })
})
