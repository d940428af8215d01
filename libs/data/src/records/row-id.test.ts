import { expect, it } from 'vitest'
import { shortId } from './row-id'

it('shows the first eight characters of an id', () => {
  expect(shortId('a0000000-0000-4000-8000-000000000001')).toBe('a0000000')
  expect(shortId('a')).toBe('a')
})
