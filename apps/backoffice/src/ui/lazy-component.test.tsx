import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '../test/match-media'
import { lazyComponent } from './lazy-component'
import { LazyDialog } from './lazy-dialog'
import { LazyPart } from './lazy-part'

beforeEach(() => {
  // antd asks for the window's width, which jsdom does not know.
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

/** A file of code that comes at the third asking. */
const atTheThird = () =>
  vi
    .fn(async () => ({ Tally }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))

it('leaves what was typed beside a part that does not come, and asks for the part again', async () => {
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
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  await screen.findByRole('button', { name: 'Reload Page' })
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
  await screen.findByText('A tally of apples')
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Typed')
})

const DialogTally = lazyComponent(atTheThird(), (module) => module.Tally)

function Host() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Count
      </button>
      {open && (
        <LazyDialog open title="Count" onClose={() => setOpen(false)}>
          <DialogTally of="pears" />
        </LazyDialog>
      )}
    </>
  )
}

it('stands for a dialog that does not come, which can be closed and opened again', async () => {
  render(<Host />)
  fireEvent.click(screen.getByText('Count'))
  await screen.findByText('This part could not be loaded.')
  expect(screen.getByRole('dialog', { name: /Count/ })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByText('Count'))
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
  await screen.findByText('A tally of pears')
})
