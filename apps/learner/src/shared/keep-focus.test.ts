import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepFocus } from './keep-focus'

let stop: () => void
beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <h1>Profile</h1>
      <section>
        <h2>Devices</h2>
        <ul><li id="row"><button id="end">Sign out</button></li></ul>
      </section>
      <button id="save">Save</button>
    </main>
    <div id="messages"><p id="toast"><button id="undo">Undo</button></p></div>`
  stop = keepFocus()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

const at = (id: string) => document.getElementById(id)
/** Waits for the animation frame in which `keepFocus` restores a lost focus. */
const settled = () =>
  new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve))))

it('moves the focus from a removed element to the heading of what surrounded it', async () => {
  at('end')?.focus()
  at('row')?.remove()
  await settled()
  expect(document.activeElement?.textContent).toBe('Devices')
  at('save')?.focus()
  expect(document.querySelector('h2')?.hasAttribute('tabindex')).toBe(false)
})

it('moves the focus from a message back to the element that had it before', async () => {
  at('save')?.focus()
  at('undo')?.focus()
  at('toast')?.remove()
  await settled()
  expect(document.activeElement).toBe(at('save'))
})

it('does not move the focus if other code has moved it, or if no element had it', async () => {
  at('end')?.focus()
  at('row')?.remove()
  at('save')?.focus()
  await settled()
  expect(document.activeElement).toBe(at('save'))
  at('save')?.blur()
  at('toast')?.remove()
  await settled()
  expect(document.activeElement).toBe(document.body)
})
