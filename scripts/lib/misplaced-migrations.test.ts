import { describe, expect, test } from 'vitest'
import { misplaced } from './misplaced-migrations.mjs'

const [first, second, third] = [
  '20260101000100_people.sql',
  '20260101000200_courses.sql',
  '20260101000300_search.sql',
] as const

describe('migrations', () => {
  test('may come in any number, each time after those that are there', () => {
    expect(misplaced([first, second, third], [[first, second], [third]])).toEqual([])
    expect(misplaced([first, second, third], [[first]])).toEqual([])
    expect(misplaced([first, second], [])).toEqual([])
  })

  test('may not sort before one that was there first', () => {
    const said = [`${second} sorts before ${third}, which was there first.`]
    expect(misplaced([first, second, third], [[first, third], [second]])).toEqual(said)
    expect(misplaced([first, second, third], [[first, third]])).toEqual(said)
  })

  test('that are gone are forgotten', () => {
    expect(misplaced([first, second], [[third], [first, second]])).toEqual([])
  })

  test('that went and came back count from their return', () => {
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

  test('have a number each, and a name of the usual form', () => {
    const twin = '20260101000100_settings.sql'
    expect(misplaced([first, twin], [])).toEqual([
      `${first} and ${twin} have the same number. Give the newer one another number.`,
    ])
    expect(misplaced(['1_people.sql'], [])).toHaveLength(1)
  })
})
