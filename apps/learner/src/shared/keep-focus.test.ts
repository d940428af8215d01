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
/** The end of a frame, when what is lost has been found. */
const settled = () =>
  new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => setTimeout(resolve))))

it('goes on at the heading of what stood around something that is gone', async () => {
  at('end')?.focus()
  at('row')?.remove()
  await settled()
  expect(document.activeElement?.textContent).toBe('Devices')
  at('save')?.focus()
  expect(document.querySelector('h2')?.hasAttribute('tabindex')).toBe(false)
})

it('goes back from a message to where the person had come from', async () => {
  at('save')?.focus()
  at('undo')?.focus()
  at('toast')?.remove()
  await settled()
  expect(document.activeElement).toBe(at('save'))
})

it('leaves the focus where code moved it on purpose, and where there was none', async () => {
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
