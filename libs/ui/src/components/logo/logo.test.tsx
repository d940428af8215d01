import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Logo } from './logo'
import { isAppIcon, logoSize } from './logo-size'

afterEach(cleanup)

const stored = (size: string) => `covers/0f8fad5b-d9cb-469f-a165-70867728950e/logo-${size}.png`
const picture = () => document.querySelector('img')

it('shows the product’s mark beside the name of a school without a logo', () => {
  render(<Logo name="Harbour" logo="" />)
  expect(screen.getByText('Harbour')).toBeDefined()
  expect(picture()).toBeNull()
  expect(document.querySelectorAll('path')).toHaveLength(2)
})

it('shows a logo before the name, with its size, so that the page does not move', () => {
  render(<Logo name="Harbour" logo={stored('512x300')} />)
  expect(picture()?.getAttribute('src')).toBe(`/storage/v1/object/public/${stored('512x300')}`)
  expect([picture()?.width, picture()?.height, picture()?.alt]).toEqual([512, 300, ''])
  expect(screen.getByText('Harbour')).toBeDefined()
})

it('shows a wide logo in place of the name, and the first letter where there is little room', () => {
  const { rerender } = render(<Logo name="Harbour" logo={stored('1024x512')} />)
  expect(screen.getByRole('img', { name: 'Harbour' })).toBeDefined()
  expect(screen.queryByText('Harbour')).toBeNull()
  rerender(<Logo name="Harbour" logo={stored('1024x512')} compact />)
  expect(picture()).toBeNull()
  expect(document.querySelector('text')?.textContent).toBe('H')
  expect(screen.getByText('Harbour')).toBeDefined()
})

it('knows the size of a logo by its name, and which logo can be an icon', () => {
  expect(logoSize(stored('1024x512'))).toEqual({ width: 1024, height: 512 })
  expect(['', 'covers/x/logo.png', stored('0x10'), stored('10x99999')].map(logoSize)).toEqual(
    Array(4).fill(null),
  )
  expect(isAppIcon({ width: 192, height: 192 })).toBe(true)
  expect(isAppIcon({ width: 191, height: 191 })).toBe(false)
  expect(isAppIcon({ width: 512, height: 511 })).toBe(false)
})
