import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ComboboxList, useCombobox, useComboboxList } from './use-combobox'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
const host = document.createElement('div')
beforeEach(() => {
  document.body.append(host)
  root = createRoot(host)
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  vi.restoreAllMocks()
})

const chosen = vi.fn()
const list = (change: Partial<ComboboxList> = {}): ComboboxList => ({
  options: ['a', 'b', 'c'].map((id) => ({ id, href: `/${id}`, onChoose: () => chosen(id) })),
  settled: true,
  busy: false,
  startsAtFirst: true,
  ...change,
})

/** A field, and its list as soon as the list's code has loaded. */
function Search({ offered }: { offered: ComboboxList | null }) {
  const combobox = useCombobox()
  return (
    <>
      <input {...combobox.field} aria-label="Search" />
      {offered && <List combobox={combobox} offered={offered} />}
    </>
  )
}
function List(props: { combobox: ReturnType<typeof useCombobox>; offered: ComboboxList }) {
  const { combobox, offered } = props
  useComboboxList(combobox, offered)
  return offered.options.map(({ id }) => <p key={id} id={id} />)
}

const show = (offered: ComboboxList | null) =>
  act(async () => root.render(<Search offered={offered} />))
const field = () => host.querySelector('input')
const active = () => field()?.getAttribute('aria-activedescendant')
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    field()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))
  })

it('arrow keys move from the last option to the first and back, and Enter chooses', async () => {
  await show(list())
  expect(active()).toBe('a')
  await press('ArrowUp')
  expect(active()).toBe('c')
  await press('ArrowDown')
  await press('ArrowDown')
  expect(active()).toBe('b')
  await press('Enter')
  expect(chosen.mock.calls).toEqual([['b']])
})

it('Ctrl or Cmd with Enter opens another tab', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  chosen.mockClear()
  await show(list())
  await press('Enter', { metaKey: true })
  expect(opened).toHaveBeenCalledWith('/a', '_blank', 'noopener')
  expect(chosen).not.toHaveBeenCalled()
})

it('Enter is remembered until the list has loaded and settled', async () => {
  chosen.mockClear()
  await show(null)
  await press('Enter')
  await show(list({ settled: false }))
  expect(chosen).not.toHaveBeenCalled()
  await show(list())
  expect(chosen.mock.calls).toEqual([['a']])
})

it('Enter chooses nothing if no option is active, or while an input method composes text', async () => {
  chosen.mockClear()
  await show(list({ startsAtFirst: false }))
  expect(active()).toBeNull()
  await press('Enter')
  await press('ArrowDown')
  await press('Enter', { isComposing: true })
  expect(chosen).not.toHaveBeenCalled()
})

it('an empty list is not announced as expanded', async () => {
  await show(list({ options: [] }))
  expect(field()?.getAttribute('aria-expanded')).toBe('false')
  expect(field()?.hasAttribute('aria-controls')).toBe(false)
})
