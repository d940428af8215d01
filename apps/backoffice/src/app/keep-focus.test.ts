import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepFocus } from './keep-focus'

let stop = () => {}

beforeEach(() => {
  // jsdom draws nothing.
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
  // Mutations are told once the work at hand is done.
  await Promise.resolve()
}
const focused = () => document.activeElement?.textContent

describe('the focus of a control that is taken out of the page', () => {
  it('goes to the same control of the next row, then of the one before, then to what follows', async () => {
    button('Delete two')?.focus()
    await remove('#two')
    expect(focused()).toBe('Delete three')
    await remove('#three')
    expect(focused()).toBe('Delete one')
    await remove('#one')
    expect(focused()).toBe('Add')
  })

  it('goes on from where it stands by now', async () => {
    button('Delete three')?.focus()
    await remove('#one')
    expect(focused()).toBe('Delete three')
    await remove('#three')
    expect(focused()).toBe('Delete two')
  })

  it('goes back to what a layer was opened from, or to what stands in its place', async () => {
    button('Delete two')?.focus()
    button('Undo')?.focus()
    await remove('#two')
    expect(focused()).toBe('Undo')
    await remove('[role="status"]')
    expect(focused()).toBe('Delete three')
  })

  it('goes to the main part when nothing is left', async () => {
    button('Delete two')?.focus()
    document.querySelector('div')?.remove()
    await remove('ul')
    expect(document.activeElement?.localName).toBe('main')
  })

  it('stays away when it was given up by a click beside all controls', async () => {
    const edit = button('Edit one')
    edit?.focus()
    document.body.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }))
    edit?.blur()
    await remove('#one')
    expect(document.activeElement).toBe(document.body)
  })
})
