import { expect, it } from 'vitest'
import { foundLessonPath, passageOf } from './passage'
import { passageInAddress } from './passage-in-address'

it('a passage begins with the first match and has at most eight words', () => {
  expect(passageOf('…we \u0002rebase\u0003 a branch')).toBe('rebase a branch')
  expect(passageOf('a \u0002b\u0003 c d \u0002e\u0003 f g h i j k')).toBe('b c d e f g h i')
  expect(passageOf('the \u0002end\u0003…')).toBe('end')
  expect(passageOf('the \u0002end.\u0003')).toBe('end.')
})

it('a passage in a script without spaces has a limited number of characters', () => {
  expect(
    passageOf('次に\u0002統合\u0003します。後書きです。後書きです。後書きです。後書きです。'),
  ).toBe('統合します。後書きです。後書きです。後書きです。')
  expect(passageOf('\u0002변수\u0003를 선언합니다')).toBe('변수를 선언합니다')
  expect(passageOf('\u0002git\u0003 rebase 統合 a')).toBe('git rebase 統合 a')
})

it('there is no passage if the snippet contains no match', () => {
  expect(passageOf(null)).toBeNull()
  expect(passageOf('Only the title was found…')).toBeNull()
})

it('passageInAddress() returns the passage that foundLessonPath() has put into the address', () => {
  const path = foundLessonPath('git', 'l1', 'use \u0002a&b\u0003 = "c" #d?')
  expect(path).toMatch(/^\/app\/courses\/git\/lesson\/l1\?passage=[^ "#?]+$/)
  expect(passageInAddress(path.slice(path.indexOf('?')))).toBe('a&b = "c" #d?')
  expect(foundLessonPath('git', 'l1', null)).toBe('/app/courses/git/lesson/l1')
  expect(passageInAddress('?sort=x')).toBeNull()
  expect(passageInAddress('?passage=')).toBeNull()
})
