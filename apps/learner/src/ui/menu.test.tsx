import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { Menu } from './menu'

afterEach(cleanup)

function open() {
  const onSelect = vi.fn()
  render(
    <MemoryRouter>
      <Menu
        label="Fruit"
        trigger="▾"
        items={[
          { kind: 'choice', label: 'Apple', checked: false, onSelect },
          { kind: 'choice', label: 'Pear', checked: true, onSelect },
          { kind: 'link', label: 'Orchard', to: '/orchard' },
        ]}
      />
    </MemoryRouter>,
  )
  const button = screen.getByRole('button', { name: 'Fruit' })
  fireEvent.keyDown(button, { key: 'ArrowDown' })
  return { button, onSelect, menu: screen.getByRole('menu', { name: 'Fruit' }) }
}

const focused = () => document.activeElement?.textContent

it('a menu of actions that also has choices focuses its first item when it opens', () => {
  render(
    <MemoryRouter>
      <Menu
        label="Account"
        trigger="▾"
        items={[
          { kind: 'link', label: 'Profile', to: '/profile' },
          { kind: 'choice', label: 'Dark', checked: true, onSelect: vi.fn() },
        ]}
      />
    </MemoryRouter>,
  )
  fireEvent.keyDown(screen.getByRole('button', { name: 'Account' }), { key: 'ArrowDown' })
  expect(focused()).toBe('Profile')
})

it('a menu of choices focuses the chosen item when it opens, and arrow keys move from the last item to the first and back', () => {
  const { menu } = open()
  expect(focused()).toBe('Pear')
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  expect(focused()).toBe('Apple')
  fireEvent.keyDown(menu, { key: 'ArrowUp' })
  expect(focused()).toBe('Orchard')
  fireEvent.keyDown(menu, { key: 'Home' })
  expect(focused()).toBe('Apple')
})

it('the menu returns the focus after a choice and after Escape', () => {
  const { button, menu, onSelect } = open()
  fireEvent.keyDown(menu, { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Apple' }))
  expect(onSelect).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(button)
})

it('the menu closes after a press elsewhere', () => {
  open()
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})
