import { describe, expect, test } from 'vitest'
import {
  inTurn,
  withElement,
  withImport,
  withoutElement,
  withoutImport,
  withoutProperty,
  withProperty,
} from './edits'

const object = `const OTHER = { coupons: 1 }
export const TABLE = {
  courses: ['list', 'read'],
  lessons: ['read'],
} as const satisfies Record<string, readonly string[]>
`

describe('an entry of an object', () => {
  const add = withProperty('TABLE', 'coupons', `coupons: ['read']`)

  test('is added at the end of the named constant, in each layout of the file', () => {
    expect(add(object)).toBe(
      object.replace(`lessons: ['read'],`, `lessons: ['read'],\ncoupons: ['read'],`),
    )
    expect(add('const TABLE: Words = {}')).toBe(`const TABLE: Words = {\ncoupons: ['read'],}`)
    expect(add('const TABLE = { a: 1 }')).toBe(`const TABLE = { a: 1,\ncoupons: ['read'], }`)
  })

  test('is added once, and replaces an earlier entry with its name', () => {
    const other = withProperty('TABLE', 'coupons', 'coupons: []')(add(object))
    expect(other).toBe(withProperty('TABLE', 'coupons', 'coupons: []')(object))
  })

  test('is removed completely', () => {
    expect(withoutProperty('TABLE', 'coupons')(add(object)).replaceAll(/\s/g, '')).toBe(
      object.replaceAll(/\s/g, ''),
    )
    expect(withoutProperty('TABLE', 'coupons')(object)).toBe(object)
    expect(withoutProperty('TABLE', 'courses')(object)).not.toContain('The first')
  })

  test('cannot be added to a constant that does not exist', () => {
    expect(() => withProperty('MISSING', 'a', 'a: 1')(object)).toThrow('no MISSING')
    expect(() => withElement('TABLE', 'a', 'a')(object)).toThrow('no TABLE')
  })
})

const array = `const NAMES = [\n  'communities',\n  'courses',\n  'invites',\n]\n`

describe('an element of an array', () => {
  test('is inserted in alphabetical order, before another, or at the end', () => {
    const names = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name)
    const sorted = withElement('NAMES', `'coupons'`, `'coupons'`, { sorted: true })
    expect(names(sorted(array))).toEqual(['communities', 'coupons', 'courses', 'invites'])
    expect(sorted(sorted(array))).toBe(sorted(array))
    const before = withElement('NAMES', `'a'`, `'a'`, { before: 'invites' })
    expect(names(before(array))).toEqual(['communities', 'courses', 'a', 'invites'])
    const last = withElement('NAMES', `'z'`, `'z'`, { sorted: true })
    expect(names(last(array)).at(-1)).toBe('z')
    expect(withoutElement('NAMES', `'coupons'`)(sorted(array)).replaceAll(/\s/g, '')).toBe(
      array.replaceAll(/\s/g, ''),
    )
  })
})

test('an import is added once and can be removed', () => {
  const file = `import { a } from './a'\nimport {\n  b,\n} from './b'\n\nconst c = a + b\n`
  const add = withImport('./coupons', `import { coupons } from './coupons'`)
  expect(add(file)).toContain(`} from './b'\nimport { coupons } from './coupons'\n\nconst c`)
  expect(add(add(file))).toBe(add(file))
  expect(inTurn(add, withoutImport('./coupons'))(file)).toBe(file)
})
