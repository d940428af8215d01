import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { guardPresses } from './guard-presses'

beforeAll(guardPresses)
afterEach(() => {
  document.body.replaceChildren()
})

/** Puts a control into the page. Returns it, and the presses that reached it. */
function put(html: string) {
  document.body.insertAdjacentHTML('beforeend', html)
  const control = document.body.lastElementChild as HTMLElement
  const pressed = vi.fn((event: Event) => event.preventDefault())
  control.addEventListener('click', pressed)
  return { control, pressed }
}

/** Sends an event to an element. Returns false if its default was prevented. */
const send = (target: Element, event: Event) => target.dispatchEvent(event)
const ALL = { bubbles: true, cancelable: true }
const click = (control: Element, detail: number) =>
  send(control, new MouseEvent('click', { ...ALL, detail }))
const mouseDown = (detail: number) =>
  send(document.body, new MouseEvent('mousedown', { ...ALL, detail }))
const keyDown = (control: Element, key: string, repeat = false) =>
  send(control, new KeyboardEvent('keydown', { ...ALL, key, repeat }))

describe('the second click of a double click', () => {
  it.each([
    '<a href="/next">Next Lesson</a>',
    '<button data-writes>Accept</button>',
    '<button type="submit">Save</button>',
    '<div role="menuitem">Delete</div>',
  ])('does nothing on %s', (html) => {
    const { control, pressed } = put(html)
    click(control, 1)
    click(control, 2)
    click(control, 3)
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  it('does nothing on a control that the first click brought there', () => {
    const first = put('<button type="button">Open</button>')
    click(first.control, 1)
    const second = put('<button type="button">Close</button>')
    click(second.control, 2)
    expect(second.pressed).not.toHaveBeenCalled()
  })

  it('does nothing if the first click changed the label', () => {
    const { control, pressed } = put('<button type="button">Cancel</button>')
    click(control, 1)
    control.textContent = 'Discard'
    click(control, 2)
    expect(pressed).toHaveBeenCalledTimes(1)
  })

  it('does not move the focus away from where the first click has moved it', () => {
    click(put('<a href="/next">Next Lesson</a>').control, 1)
    expect(mouseDown(2)).toBe(false)
    click(put('<p>Words of it</p>').control, 1)
    expect(mouseDown(2)).toBe(true)
  })

  it('works on a control that people press several times in a row', () => {
    const { control, pressed } = put('<button type="button" aria-label="Next year"></button>')
    click(control, 1)
    click(control, 2)
    expect(pressed).toHaveBeenCalledTimes(2)
  })

  it('selects a word of a text', () => {
    const { control, pressed } = put('<p>Words of it</p>')
    click(control, 1)
    click(control, 2)
    expect(pressed).toHaveBeenCalledTimes(2)
  })
})

it('two separate clicks on a control both work', () => {
  const { control, pressed } = put('<a href="/next">Next Lesson</a>')
  click(control, 1)
  click(control, 1)
  expect(pressed).toHaveBeenCalledTimes(2)
})

describe('a key that is held down', () => {
  it.each(['Enter', ' '])('presses a button once (%j)', (key) => {
    const { control } = put('<button type="button">Add</button>')
    expect(keyDown(control, key, false)).toBe(true)
    expect(keyDown(control, key, true)).toBe(false)
  })

  it('submits a form once', () => {
    const { control } = put('<input>')
    expect(keyDown(control, 'Enter', true)).toBe(false)
    expect(keyDown(control, ' ', true)).toBe(true)
  })

  it('works in a text area', () => {
    const { control } = put('<textarea></textarea>')
    expect(keyDown(control, 'Enter', true)).toBe(true)
  })
})

it('a key does not press a control that has just appeared', () => {
  const { control } = put('<button data-writes>Delete</button>')
  control.getAnimations = () => [{ animationName: 'unread' } as CSSAnimation]
  expect(keyDown(control, 'Enter')).toBe(false)
  control.getAnimations = () => []
  expect(keyDown(control, 'Enter')).toBe(true)
})
