import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '../test/match-media'
import { ChangedFields } from './changed-fields'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a list of changed fields shows an uploaded cover as a picture, and other values as text', () => {
  stubMatchMedia(true)
  const cover = 'covers/0f8fad5b-d9cb-469f-a165-70867728950e/trees.webp'
  render(
    <ChangedFields
      changes={[
        { field: 'Picture', before: 'https://example.com/old.png', after: cover },
        { field: 'Length', before: 90, after: null },
      ]}
    />,
  )
  expect(screen.getByAltText('Picture after').getAttribute('src')).toMatch(new RegExp(`/${cover}$`))
  expect(screen.queryByAltText('Picture before')).toBeNull()
  expect(screen.getByText('https://example.com/old.png')).toBeTruthy()
  expect(screen.getByText('90').parentElement?.textContent).toBe('90 (empty)')
})
