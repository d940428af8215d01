import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Email } from './email'

it('an email breaks after its @ and before dots in front of it, and never within its domain', () => {
  render(<Email>helen.park@mail.example.org</Email>)
  const address = screen.getByTitle('helen.park@mail.example.org')
  expect(address.textContent).toBe('helen.park@mail.example.org')
  expect(address.innerHTML).toBe('helen<wbr>.park@<wbr>mail.example.org')
})
