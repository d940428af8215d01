import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ShownDialog } from './page-dialog'
import { PageStage } from './page-stage'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let page: HTMLElement
const onAnswer = vi.fn()
const host = { current: null as HTMLDivElement | null }
/** Simulates the available width for the page. */
let resize: (width: number) => void = () => {}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: (entries: object[]) => void) {
        resize = (width) => act(() => told([{ contentRect: { width } }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const show = (dialog: ShownDialog | null = null, state = 'SHOWN') =>
  act(() =>
    root.render(
      <PageStage host={host} state={state} dialog={dialog} onAnswer={onAnswer}>
        <p>Nothing yet</p>
      </PageStage>,
    ),
  )
const one = (selector: string) => {
  const found = page.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}.`)
  return found
}
const button = (name: string) => {
  const found = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`There is no button ${name}.`)
  return found
}
const press = (element: Element, key: string, shiftKey = false) =>
  act(() =>
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
    ),
  )
const figure = () => one('fieldset + span').textContent
const handle = () => one('[role="slider"]')

it('shows the placeholder and no width before the first page', () => {
  show(null, 'NONE')
  expect(page.textContent).toBe('Nothing yet')
  expect(page.querySelector('[role="slider"]')).toBeNull()
})

it('has buttons for common widths, and scales down a page that is wider than the available space', () => {
  show()
  resize(640)
  expect(figure()).toBe('640 px')
  act(() => button('360').click())
  expect([figure(), host.current?.style.inlineSize]).toEqual(['360 px', '360px'])
  expect(button('360').getAttribute('aria-pressed')).toBe('true')
  act(() => button('1280').click())
  expect([figure(), host.current?.style.inlineSize]).toEqual(['1280 px, shown at 50%', '640px'])
  expect(host.current?.style.getPropertyValue('--page-scale')).toBe('0.5')
  act(() => button('Fit').click())
  expect(figure()).toBe('640 px')
})

it('changes the width by keyboard on the handle', () => {
  show()
  resize(640)
  const steps: [string, boolean, string][] = [
    ['ArrowLeft', false, '630'],
    ['ArrowLeft', true, '530'],
    ['ArrowUp', false, '540'],
    ['Home', false, '240'],
    ['ArrowDown', false, '240'],
    ['End', false, '1920'],
  ]
  for (const [key, shift, width] of steps) {
    press(handle(), key, shift)
    expect(handle().getAttribute('aria-valuenow')).toBe(width)
  }
  expect(handle().getAttribute('aria-valuetext')).toBe('1920 px, shown at 33%')
  press(handle(), 'a')
  expect(handle().getAttribute('aria-valuenow')).toBe('1920')
})

it('changes the width by dragging the handle, up to the available space', () => {
  show()
  resize(640)
  handle().setPointerCapture = vi.fn()
  const point = (type: string, clientX: number) =>
    act(() =>
      handle().dispatchEvent(new MouseEvent(type, { clientX, bubbles: true, cancelable: true })),
    )
  point('pointermove', 300)
  expect(figure()).toBe('640 px')
  point('pointerdown', 640)
  point('pointermove', 500)
  expect(figure()).toBe('500 px')
  point('pointermove', 5_000)
  expect(figure()).toBe('640 px')
  point('lostpointercapture', 0)
  point('pointermove', 300)
  expect(figure()).toBe('640 px')
})

const prompt = { id: 1, kind: 'prompt', text: 'Your name?', initial: 'Ada' } as const

it.each<[ShownDialog, string, unknown]>([
  [{ id: 1, kind: 'alert', text: 'Hi' }, 'OK', true],
  [{ id: 1, kind: 'confirm', text: 'Sure?' }, 'OK', true],
  [{ id: 1, kind: 'confirm', text: 'Sure?' }, 'Cancel', false],
  [prompt, 'OK', 'Ada'],
  [prompt, 'Cancel', null],
])('answers %o with %s', (dialog, name, answer) => {
  show(dialog)
  act(() => button(name).click())
  expect(onAnswer.mock.calls).toEqual([[answer]])
})

it.each<[ShownDialog, string, unknown]>([
  [{ id: 1, kind: 'alert', text: 'Hi' }, 'Escape', true],
  [{ id: 1, kind: 'confirm', text: 'Sure?' }, 'Escape', false],
  [prompt, 'Escape', null],
  [prompt, 'Enter', 'Ada'],
])('answers %o by the key %s, which goes no further', (dialog, key, answer) => {
  const heard = vi.fn()
  document.body.addEventListener('keydown', heard)
  show(dialog)
  press(one('[role="dialog"] input, [data-primary]'), key)
  document.body.removeEventListener('keydown', heard)
  expect(onAnswer.mock.calls).toEqual([[answer]])
  expect(heard).not.toHaveBeenCalled()
})

it('announces a dialog with its name, and moves the focus to it if no control has the focus', () => {
  show(prompt)
  const dialog = one('[role="dialog"]')
  const named = (name: string) => document.getElementById(dialog.getAttribute(name) ?? '')
  expect(named('aria-labelledby')?.textContent).toBe('The page asks')
  expect(named('aria-describedby')?.textContent).toBe('Your name?')
  expect(one('[role="status"]').textContent).toBe('The page asks: Your name?')
  expect(document.activeElement).toBe(one('input'))
})

it('moves the focus from a heading to the dialog', () => {
  const heading = document.body.appendChild(document.createElement('h2'))
  heading.tabIndex = -1
  heading.focus()
  show(prompt)
  expect(document.activeElement).toBe(one('input'))
})

it('does not take the focus from a person who types, and returns it to the page after an answer', () => {
  const field = document.body.appendChild(document.createElement('textarea'))
  field.focus()
  show(prompt)
  expect(document.activeElement).toBe(field)
  const frame = document.createElement('iframe')
  host.current?.append(frame)
  act(() => button('OK').click())
  expect(document.activeElement).toBe(frame)
})
