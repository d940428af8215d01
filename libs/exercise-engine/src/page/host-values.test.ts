// @vitest-environment jsdom

import { describe, expect, test } from 'vitest'
import foreign from '../realm/foreign'
import makeHarness from '../realm/harness'
import { hostValues } from './host-values'

const harness = makeHarness(foreign(), hostValues())

const message = (matcher: string, ...parts: [unknown, ...unknown[]]): string => {
  const answer = harness.check(matcher, false, ...parts)
  return answer === '' ? '' : (JSON.parse(answer) as { message: string }).message
}
const holds = (matcher: string, ...parts: [unknown, ...unknown[]]) =>
  message(matcher, ...parts) === ''

function element(html: string): Element {
  const place = document.createElement('div')
  place.innerHTML = html
  const { firstElementChild } = place
  if (!firstElementChild) throw new Error('There is no element.')
  return firstElementChild
}

describe.each(['toEqual', 'toStrictEqual'])('%s', (equals) => {
  test.each([
    ['<p>a</p>', '<p>b</p>'],
    ['<p class="a"></p>', '<p class="b"></p>'],
    ['<p></p>', '<p hidden></p>'],
    ['<ul><li>1</li></ul>', '<ul><li>1</li><li>2</li></ul>'],
    ['<p></p>', '<b></b>'],
  ])('tells %s from %s, alone and inside other values', (one, other) => {
    const [left, right] = [element(one), element(other)]
    for (const wrap of [
      (value: unknown) => value,
      (value: unknown) => [value],
      (value: unknown) => ({ a: { b: [value] } }),
      (value: unknown) => new Map([['a', value]]),
      (value: unknown) => new Set([value]),
    ]) {
      expect(holds(equals, wrap(left), wrap(right))).toBe(false)
      expect(holds(equals, wrap(left), wrap(element(one)))).toBe(true)
    }
  })

  test('compares lists of elements by their elements', () => {
    const [one, two] = [element('<ul><li>1<li>2</ul>'), element('<ul><li>1<li>3</ul>')]
    expect(holds(equals, one.querySelectorAll('li'), two.querySelectorAll('li'))).toBe(false)
    expect(holds(equals, one.children, two.children)).toBe(false)
    expect(holds(equals, one.children, element('<ul><li>1<li>2</ul>').children)).toBe(true)
    const [red, blue] = [element('<p class="a red">'), element('<p class="a blue">')]
    expect(holds(equals, red.classList, blue.classList)).toBe(false)
  })

  test('compares other objects of the browser by their attributes', () => {
    expect(holds(equals, new URL('https://a.example/'), new URL('https://b.example/'))).toBe(false)
    expect(holds(equals, new URL('https://a.example/'), new URL('https://a.example/'))).toBe(true)
    expect(holds(equals, new KeyboardEvent('a', { key: 'b' }), {})).toBe(false)
  })
})

test('text that is cut differently is the same', () => {
  const [one, other] = [element('<p>ab</p>'), element('<p>a</p>')]
  other.append('b')
  expect(holds('toEqual', one, other)).toBe(true)
})

test('a difference shows elements as HTML, and long ones cut', () => {
  expect(message('toEqual', element('<p>a</p>'), element('<p>b</p>'))).toBe(
    'Expected <p>b</p>, but got <p>a</p>',
  )
  expect(message('toEqual', [element('<p>a</p>')], [document.createTextNode('b')])).toBe(
    'Expected [ #text "b" ], but got [ <p>a</p> ]',
  )
  expect(message('toBeNull', document)).toBe('Expected null, but got #document')
  expect(message('toBeNull', element('<ul><li>1</ul>').children)).toBe(
    'Expected null, but got HTMLCollection(1) [ <li>1</li> ]',
  )
  expect(message('toBeNull', [element(`<p>${'a'.repeat(9_000)}</p>`)]).length).toBeLessThan(1_100)
  expect(message('toBe', element('<p>'), element('<p>'))).toContain('They look alike')
})

test('toContain finds elements and classes in lists of the page', () => {
  const list = element('<ul class="a b"><li>1</ul>')
  expect(holds('toContain', list.children, list.firstElementChild)).toBe(true)
  expect(holds('toContain', list.classList, 'b')).toBe(true)
  expect(holds('toContain', list.classList, 'c')).toBe(false)
  expect(holds('toContainEqual', list.children, element('<li>1</li>'))).toBe(true)
})

test('an element matches an object with some of its properties', () => {
  const button = element('<button disabled>Go</button>')
  expect(holds('toMatchObject', button, { textContent: 'Go', disabled: true })).toBe(true)
  expect(holds('toMatchObject', button, { textContent: 'Stop' })).toBe(false)
  expect(holds('toMatchObject', { button }, { button: element('<b>') })).toBe(false)
})

test('accessors of classes in code are not compared', () => {
  class Price {
    get cents() {
      return {}
    }
    get random() {
      return Math.random()
    }
  }
  expect(holds('toEqual', new Price(), new Price())).toBe(true)
  expect(message('toBeNull', new Price())).toBe('Expected null, but got Price {}')
})

test('the engine does not call functions with which a page replaces those of the browser', () => {
  const { isEqualNode } = Node.prototype
  Node.prototype.isEqualNode = () => true
  try {
    expect(holds('toEqual', element('<p>a</p>'), element('<p>b</p>'))).toBe(false)
  } finally {
    Node.prototype.isEqualNode = isEqualNode
  }
})
