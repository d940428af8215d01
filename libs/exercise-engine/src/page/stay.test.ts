// @vitest-environment jsdom

import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stayHere } from './stay'

const print = vi.fn()
const fail = vi.fn()
const first = { path: 'index.html', text: '' }
const kept = ['stopPropagation', 'stopImmediatePropagation'] as const
const { prototype } = Event
const before = kept.map(
  (name) => [name, Reflect.getOwnPropertyDescriptor(prototype, name)] as const,
)

beforeAll(() => {
  const { open } = globalThis
  stayHere({ first, print, fail })
  return () => {
    for (const [name, own] of before) if (own) Object.defineProperty(prototype, name, own)
    Object.defineProperty(globalThis, 'open', { value: open, writable: true, configurable: true })
  }
})
afterEach(() => {
  vi.resetAllMocks()
  document.body.replaceChildren()
  location.hash = ''
})

const STAYS = 'Pages of an exercise stay where they are.'
const SELF = 'A link leads to this page itself. Pages of an exercise do not load again.'

/**
 * Dispatches an event at an element of the page, and returns whether the browser would carry out the default action.
 */
function dispatch(html: string, event: Event): boolean {
  document.body.innerHTML = html
  const element = document.querySelector('#at')
  if (!element) throw new Error('There is no element.')
  return element.dispatchEvent(event)
}
const click = (html: string, type = 'click') =>
  dispatch(html, new MouseEvent(type, { bubbles: true, cancelable: true, composed: true }))

test.each([
  ['<a id="at" href="">', SELF],
  ['<a id="at" href="index.html">', SELF],
  ['<a id="at" href="./">', SELF],
  ['<a href="about.html"><b id="at"></b></a>', `A link leads to about.html. ${STAYS}`],
  [
    '<a id="at" href="https://a.example/" target="_blank">',
    `A link leads to https://a.example/. ${STAYS}`,
  ],
  ['<a id="at" href="mailto:a@b.example">', `A link leads to mailto:a@b.example. ${STAYS}`],
  ['<map><area id="at" href="/app"></map>', `A link leads to /app. ${STAYS}`],
])('%s stays and says where it leads', (html, line) => {
  for (const type of ['click', 'auxclick']) {
    expect(click(html, type)).toBe(false)
    expect(print.mock.calls).toEqual([[line]])
    print.mockClear()
  }
})

test('links inside the page scroll, and an anchor without an address does nothing', () => {
  expect(click('<a id="at" href="#top">')).toBe(true)
  expect(click('<a id="at">')).toBe(true)
  expect(click('<a id="at" href="index.html#part">')).toBe(false)
  expect(location.hash).toBe('#part')
  expect(print).not.toHaveBeenCalled()
})

test('code in an address is refused', () => {
  expect(click('<a id="at" href=" javascript:alert(1)">')).toBe(false)
  expect(fail).toHaveBeenCalledWith({ message: expect.stringContaining('javascript:') })
})

test.each(kept)('a link whose event is ended by %s stays too, and is told once', (stop) => {
  document.body.innerHTML = '<div><a id="at" href="away.html"></a></div>'
  document.querySelector('div')?.addEventListener('click', (event) => event[stop]())
  const link = document.querySelector('a')
  link?.click()
  expect(print.mock.calls).toEqual([[`A link leads to away.html. ${STAYS}`]])
})

const submit = () => new SubmitEvent('submit', { bubbles: true, cancelable: true })

test('a form sends nothing, but one of a dialog closes it', () => {
  expect(dispatch('<form id="at"></form>', submit())).toBe(false)
  expect(print.mock.calls).toEqual([['A form was submitted. Pages of an exercise send nothing.']])
  expect(dispatch('<form id="at" method="DIALOG"></form>', submit())).toBe(true)
})

test('what the page prevents itself is not told', () => {
  const own = (event: Event) => event.preventDefault()
  document.body.addEventListener('click', own)
  click('<a id="at" href="away.html">')
  document.body.removeEventListener('click', own)
  expect(print).not.toHaveBeenCalled()
})

test('no window opens', () => {
  expect(open('https://a.example/')).toBeNull()
  expect(print.mock.calls).toEqual([
    ['A new window leads to https://a.example/. Pages of an exercise open no windows.'],
  ])
})
