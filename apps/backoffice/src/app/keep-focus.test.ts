import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepFocus } from './keep-focus'

let stop = () => {}

beforeEach(() => {
  // jsdom has no layout, so it lacks `checkVisibility`.
  HTMLElement.prototype.checkVisibility = () => true
  document.body.innerHTML = `
    <main tabindex="-1">
      <ul>${['one', 'two', 'three'].map((name) => `<li id="${name}"><button>Edit ${name}</button><button>Delete ${name}</button></li>`).join('')}</ul>
      <div><button>Add</button></div>
    </main>
    <p role="status"><button>Undo</button></p>`
  stop = keepFocus(document)
})
afterEach(() => stop())

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const remove = async (selector: string) => {
  document.querySelector(selector)?.remove()
  // Mutation observers run as microtasks, so the test waits for one.
  await Promise.resolve()
}
const focused = () => document.activeElement?.textContent

describe('the focus of a control that is removed from the page', () => {
  it('goes to the same control of the next row, else of the previous row, else to the control after the list', async () => {
    button('Delete two')?.focus()
    await remove('#two')
    expect(focused()).toBe('Delete three')
    await remove('#three')
    expect(focused()).toBe('Delete one')
    await remove('#one')
    expect(focused()).toBe('Add')
  })

  it('uses the position of the control at the time of its removal', async () => {
    button('Delete three')?.focus()
    await remove('#one')
    expect(focused()).toBe('Delete three')
    await remove('#three')
    expect(focused()).toBe('Delete two')
  })

  it('returns from a dialog or a menu to the control that opened it, or to the next control if that one is gone', async () => {
    button('Delete two')?.focus()
    button('Undo')?.focus()
    await remove('#two')
    expect(focused()).toBe('Undo')
    await remove('[role="status"]')
    expect(focused()).toBe('Delete three')
  })

  it('goes to the main landmark when no control is left', async () => {
    button('Delete two')?.focus()
    document.querySelector('div')?.remove()
    await remove('ul')
    expect(document.activeElement?.localName).toBe('main')
  })

  it('is not restored after a click outside of all controls', async () => {
    const edit = button('Edit one')
    edit?.focus()
    document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
    edit?.blur()
    await remove('#one')
    expect(document.activeElement).toBe(document.body)
  })
})
