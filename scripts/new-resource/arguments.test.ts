import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments'
import { singular, withArticle } from './words'

const read = (line: string) => readArguments(line.split(' '))
const refusal = (line: string) => {
  try {
    read(line)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'nothing was refused'
}

describe('the command line', () => {
  test('describes a table, its fields and the roles', () => {
    const { wanted, ...how } = read(
      'coupons code:text:unique course:ref:courses percent:int starts_at:timestamptz:optional price:money',
    ) ?? { wanted: null }
    expect(how).toEqual({ remove: false, dryRun: false, yes: false })
    expect(wanted).toMatchObject({
      table: 'coupons',
      one: 'coupon',
      menu: 'Coupons',
      read: ['ADMIN'],
      write: ['ADMIN'],
    })
    expect(
      wanted?.fields.map(({ column, type, unique, optional }) => [column, type, unique, optional]),
    ).toEqual([
      ['code', 'text', true, false],
      ['course_id', 'ref', false, false],
      ['percent', 'int', false, false],
      ['starts_at', 'timestamptz', false, true],
      ['price_cents', 'money', false, false],
    ])
  })

  test('gives the values of an enum and the table of a ref', () => {
    const fields = read('offers title:text kind:enum:open|closed:optional who:ref:profiles:unique')
      ?.wanted.fields
    expect(fields?.[1]).toMatchObject({ values: ['open', 'closed'], optional: true, label: 'Kind' })
    expect(fields?.[2]).toMatchObject({ table: 'profiles', unique: true, column: 'who_id' })
  })

  test('gives the roles that write the right to read', () => {
    const wanted = read('offers title:text --read ADMIN,MEMBER --write MODERATOR,ADMIN')?.wanted
    expect(wanted?.read).toEqual(['ADMIN', 'MODERATOR', 'MEMBER'])
    expect(wanted?.write).toEqual(['ADMIN', 'MODERATOR'])
  })

  test('can ask for help or for the removal of a resource', () => {
    expect(read('--help')).toBeNull()
    expect(read('coupons --remove --yes')).toMatchObject({ remove: true, yes: true })
    expect(refusal('coupons code:text --remove')).toContain('no fields')
  })

  test.each([
    ['Coupons code:text', "cannot be a table's name"],
    ['order code:text', "cannot be a table's name"],
    ['coupons code:word', '"word" is not a type'],
    ['coupons code:text:uniqe', 'what is "uniqe"?'],
    ['coupons user:text', 'not by a word of SQL'],
    ['coupons id:text', 'every table has id already'],
    ['coupons code:text code:int', 'code is named twice'],
    ['coupons code:text price:text price:money', 'price is named twice'],
    ['coupons code:text price:money price_cents:int', 'price_cents is named twice'],
    ['coupons percent:int', 'called by its first text'],
    ['coupons code:text:optional', 'called by its first text'],
    ['coupons code:text open:bool:optional', 'never left out'],
    ['coupons code:text note:longtext:unique', 'cannot be unique'],
    ['coupons code:text:unique other:text:unique', 'Only one field can be unique'],
    ['coupons code:text kind:enum:open', 'two values or more'],
    ['coupons code:text kind:enum:a|a', 'two values or more'],
    ['coupons code:text course:ref', 'a ref names a table'],
    ['coupons code:text --read ADMIN,BOSS', 'names no role with "BOSS"'],
    ['staff name:text', 'Name one of the staff'],
    ['coupons code:text --nonsense', 'Unknown option'],
  ])('the command line %s is refused', (line, words) => {
    expect(refusal(line)).toContain(words)
  })
})

test.each([
  ['coupons', 'coupon'],
  ['categories', 'category'],
  ['boxes', 'box'],
  ['courses', 'course'],
  ['staff', 'staff'],
])('the singular of %s is %s', (many, one) => {
  expect(singular(many)).toBe(one)
})

test('a name gets the article a or an', () => {
  expect([withArticle('coupon'), withArticle('open_day')]).toEqual(['a coupon', 'an open day'])
})
