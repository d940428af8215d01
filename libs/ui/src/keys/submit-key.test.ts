// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { submitByKey } from './submit-key'

const pressed = vi.fn()

beforeAll(submitByKey)
beforeEach(() => {
  pressed.mockReset()
  document.body.innerHTML = `
    <form id="answer"><textarea id="within"></textarea><input id="line"><button type="button">Cancel</button></form>
    <button id="send" type="submit" form="answer">Answer</button>
    <textarea id="alone"></textarea>`
  document.getElementById('send')?.addEventListener('click', (event) => {
    event.preventDefault()
    pressed()
  })
})

function press(id: string, change: KeyboardEventInit = {}): KeyboardEvent {
  const options = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true, ...change }
  const event = new KeyboardEvent('keydown', options)
  document.getElementById(id)?.dispatchEvent(event)
  return event
}

it.each([
  ['a text', 'within', {}],
  ['a line', 'line', {}],
  ['a text on a Mac', 'within', { ctrlKey: false, metaKey: true }],
])('presses the button of the form, from %s', (_, id, change) => {
  expect(press(id, change).defaultPrevented).toBe(true)
  expect(pressed).toHaveBeenCalledTimes(1)
})

it.each([
  ['Enter alone', 'within', { ctrlKey: false }],
  ['a key that is held down', 'within', { repeat: true }],
  ['a key of an input method', 'within', { isComposing: true }],
  ['a field without a form', 'alone', {}],
])('does nothing for %s', (_, id, change) => {
  expect(press(id, change).defaultPrevented).toBe(false)
  expect(pressed).not.toHaveBeenCalled()
})

it('does nothing if the field has handled the key', () => {
  document.getElementById('within')?.addEventListener('keydown', (event) => event.preventDefault())
  press('within')
  expect(pressed).not.toHaveBeenCalled()
})

it.each(['aria-disabled', 'disabled'])('does not press a button that is %s', (name) => {
  document.getElementById('send')?.setAttribute(name, 'true')
  press('within')
  expect(pressed).not.toHaveBeenCalled()
})
