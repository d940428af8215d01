import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Optional } from './optional'

afterEach(cleanup)

it('the label of an optional field is one element, so that antd keeps the space before its mark', () => {
  const { container } = render(<Optional>Phone</Optional>)
  expect(container.textContent).toBe('Phone (optional)')
  expect(container.childNodes).toHaveLength(1)
})
