import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Optional } from './optional'

afterEach(cleanup)

it('is one element, so that a label of antd keeps the space before its mark', () => {
  const { container } = render(<Optional>Phone</Optional>)
  expect(container.textContent).toBe('Phone (optional)')
  expect(container.childNodes).toHaveLength(1)
})
