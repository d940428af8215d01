import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { isAppIcon } from './app-icon'
import { Logo } from './logo'
import { logoSize } from './logo-size'

const stored = (size: string) => `covers/0f8fad5b-d9cb-469f-a165-70867728950e/logo-${size}.png`

function draw(logo: string, compact = false) {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(<Logo name="Harbour" logo={logo} compact={compact} />)
  return { picture: page.querySelector('img'), text: page.textContent, page }
}

it('a school without a logo gets the logo of the product beside its name', () => {
  const { picture, text, page } = draw('')
  expect([picture, text]).toEqual([null, 'Harbour'])
  expect(page.querySelectorAll('path')).toHaveLength(2)
})

it('the logo of a school is before its name, and has width and height, so that the page does not move', () => {
  const { picture, text } = draw(stored('512x300'))
  expect(picture?.getAttribute('src')).toBe(`/storage/v1/object/public/${stored('512x300')}`)
  expect([picture?.width, picture?.height, picture?.alt]).toEqual([512, 300, ''])
  expect(text).toBe('Harbour')
})

it('a wide logo replaces the name, and where there is little room, the first letter of the name replaces it', () => {
  const { picture, text } = draw(stored('1024x512'))
  expect([picture?.alt, text]).toEqual(['Harbour', ''])
  expect(draw(stored('1024x512'), true)).toMatchObject({ picture: null, text: 'H' })
})

it('the file name of a logo contains its size, and a large square logo can be an icon', () => {
  expect(logoSize(stored('1024x512'))).toEqual({ width: 1024, height: 512 })
  expect(['', 'covers/x/logo.png', stored('x10')].map(logoSize)).toEqual([null, null, null])
  expect(isAppIcon({ width: 192, height: 192 })).toBe(true)
  expect(isAppIcon({ width: 191, height: 191 })).toBe(false)
  expect(isAppIcon({ width: 512, height: 511 })).toBe(false)
})
