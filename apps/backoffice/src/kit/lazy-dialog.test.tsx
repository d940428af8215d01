import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubMatchMedia } from '../test/match-media'
import { lazyDialog } from './lazy-dialog'

beforeEach(() => {
  // antd reads the width of the window by `matchMedia`, which jsdom lacks.
  stubMatchMedia(true)
  vi.spyOn(console, 'error').mockReturnValue()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Tally({ of }: { of: string; onClose: () => void }) {
  return <p>A tally of {of}</p>
}

/** Imports a module; the first two attempts fail. */
const atTheThird = () =>
  vi
    .fn(async () => ({ Tally }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))

const DialogTally = lazyDialog(atTheThird(), (module) => module.Tally, { title: 'Count' })

function Host() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Count
      </button>
      {open && <DialogTally of="pears" onClose={() => setOpen(false)} />}
    </>
  )
}

it('a dialog whose code does not load shows its frame with an error, and can be closed and opened again', async () => {
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
