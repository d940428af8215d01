import { describe, expect, test } from 'vitest'
import { misplaced } from './misplaced-migrations.mjs'

const [first, second, third] = [
  '20260101000100_people.sql',
  '20260101000200_courses.sql',
  '20260101000300_search.sql',
] as const

describe('checking the order of migrations', () => {
  test('any number of migrations may sort after the earlier ones', () => {
    expect(misplaced([first, second, third], [[first, second], [third]])).toEqual([])
    expect(misplaced([first, second, third], [[first]])).toEqual([])
    expect(misplaced([first, second], [])).toEqual([])
  })

  test('a migration that sorts before an earlier one is refused', () => {
    const problems = [`${second} sorts before ${third}, which was there first.`]
    expect(misplaced([first, second, third], [[first, third], [second]])).toEqual(problems)
    expect(misplaced([first, second, third], [[first, third]])).toEqual(problems)
  })

  test('removed migrations are ignored', () => {
    expect(misplaced([first, second], [[third], [first, second]])).toEqual([])
  })

  test('a migration that was removed and added again counts from its second time', () => {
    expect(
      misplaced(
        [first, second, third],
        [
          [second, third],
          [first, second],
        ],
      ),
    ).toEqual([
      `${first} sorts before ${third}, which was there first.`,
      `${second} sorts before ${third}, which was there first.`,
    ])
    expect(misplaced([first, second, third], [[third], [first, second, third]])).toEqual([])
  })

  test('migrations need unique numbers and names of the usual form', () => {
    const sameNumber = '20260101000100_settings.sql'
    expect(misplaced([first, sameNumber], [])).toEqual([
      `${first} and ${sameNumber} have the same number. Give the newer one another number.`,
    ])
    expect(misplaced(['1_people.sql'], [])).toHaveLength(1)
  })
})
