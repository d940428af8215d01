import { act, cleanup, render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Page() {
  if (location.pathname === '/broken') throw new SyntaxError('Unexpected token <, "<html>"')
  return <p>another page</p>
}

it('the error screen shows no details of the error, and disappears when the person navigates', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  history.replaceState(null, '', '/broken')
  render(
    <BrowserRouter>
      <ErrorBoundary>
        <Page />
      </ErrorBoundary>
    </BrowserRouter>,
  )
  expect(screen.getByText('Unexpected Application Error!')).toBeTruthy()
  expect(document.body.textContent).not.toContain('html')
  await act(async () => {
    history.pushState(null, '', '/another')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(screen.getByText('another page')).toBeTruthy()
})
