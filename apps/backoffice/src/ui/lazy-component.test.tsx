import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '../test/match-media'
import { lazyComponent } from './lazy-component'
import { LazyPart } from './lazy-part'

beforeEach(() => {
  // antd reads the window's width, which jsdom does not have.
  stubMatchMedia(true)
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Tally({ of }: { of: string }) {
  return <p>A tally of {of}</p>
}

/** Imports a module; the first two attempts fail. */
const atTheThird = () =>
  vi
    .fn(async () => ({ Tally }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))

it('typed text stays when a component beside it cannot be loaded, and another try loads the component', async () => {
  const load = atTheThird()
  const LazyTally = lazyComponent(load, (module) => module.Tally)
  render(
    <>
      <input aria-label="Title" />
      <LazyPart rows={2}>
        <LazyTally of="apples" />
      </LazyPart>
    </>,
  )
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Typed' } })
  await screen.findByText('This part could not be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await screen.findByRole('button', { name: 'Reload Page' })
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
  await screen.findByText('A tally of apples')
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Typed')
})
