// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Boundary } from './boundary'

let broken = false
function Part() {
  if (broken) throw new Error('wrong shape')
  return <p>part</p>
}

let place: HTMLElement
let root: ReturnType<typeof createRoot>
const faults: unknown[] = []
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  place = document.createElement('div')
  root = createRoot(place)
  faults.length = 0
})
afterEach(() => {
  act(() => root.unmount())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const draw = (at: string) =>
  act(() =>
    root.render(
      <>
        <p>around</p>
        <Boundary
          place={at}
          onFault={(thrown) => faults.push(thrown)}
          fallback={(_, retry) => (
            <button type="button" onClick={retry}>
              Retry
            </button>
          )}
        >
          <Part />
        </Boundary>
      </>,
    ),
  )

describe('a part that throws', () => {
  it('leaves the rest of the page, is reported once, and renders again after Retry', () => {
    broken = true
    draw('/a')
    expect(place.textContent).toBe('aroundRetry')
    expect(faults).toHaveLength(1)
    act(() => place.querySelector('button')?.click())
    expect(place.textContent).toBe('aroundRetry')
    broken = false
    act(() => place.querySelector('button')?.click())
    expect(place.textContent).toBe('aroundpart')
  })

  it('renders again when `place` changes, and not before', () => {
    broken = true
    draw('/a')
    broken = false
    draw('/a')
    expect(place.textContent).toBe('aroundRetry')
    draw('/b')
    expect(place.textContent).toBe('aroundpart')
  })
})
