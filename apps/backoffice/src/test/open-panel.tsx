import { RESOURCES } from '@rookies/data/access/resources'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { App } from '../app/app'
import { createRouter } from '../app/routes'
import { stubMatchMedia } from './match-media'
import { backendOf, stubWire, type WireAnswer, type WireRequest } from './wire'

/** Every right there is, on every row. */
export const ALL_RIGHTS = Object.entries(RESOURCES).flatMap(([resource, actions]) =>
  actions.map((action) => ({ resource, action, scope: 'any' })),
)

/** Stands in for what jsdom leaves out of a browser and the panel needs. */
export function stubBrowser() {
  // jsdom has the element and not what makes it modal.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  HTMLElement.prototype.checkVisibility = () => true
  HTMLElement.prototype.scrollIntoView = () => {}
  vi.stubGlobal('scrollTo', () => {})
  stubMatchMedia(true)
}

/**
 * Opens the panel at an address, as the person whose boot answer this is; without one, as a visitor.
 * In: `answer` says what the project answers where it is not an empty list; `stored`, what differs in
 * the session from a good one. Out: what is sent, the router, and what the browser keeps.
 */
export function openPanel(
  path: string,
  boot: object | null,
  answer: (request: WireRequest) => WireAnswer | Promise<WireAnswer> | null = () => null,
  stored = {},
) {
  const sent = stubWire((request) => {
    const own = answer(request)
    if (own) return own
    if (request.path === 'rpc/boot') return { body: boot }
    return { body: [], range: '*/0' }
  })
  window.history.replaceState(null, '', path)
  const router = createRouter()
  const backend = backendOf(boot ? 'me' : null, stored)
  render(<App backend={backend} router={router} />)
  return { sent, router, kept: backend.kept }
}
