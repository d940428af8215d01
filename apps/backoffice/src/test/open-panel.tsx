import { RESOURCES } from '@rookies/data/access/resources'
import { render } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import { App } from '../app/app'
import { createRouter } from '../app/routes'
import { stubMatchMedia } from './match-media'
import { backendOf, stubWire, type WireAnswer, type WireRequest } from './wire'

/** Every right, on every row. */
export const ALL_RIGHTS = Object.entries(RESOURCES).flatMap(([resource, actions]) =>
  actions.map((action) => ({ resource, action, scope: 'any' })),
)

/**
 * Prepares the page of each test in a file. Without `styleSheets`, jsdom skips them: the computed style of an element
 * is its own `style`. Otherwise each query by role matches all rules of antd against many elements. Only for tests that
 * do not depend on what a style sheet hides.
 */
export function preparePage({ styleSheets = true } = {}): void {
  beforeEach(() => {
    stubBrowser()
    return styleSheets ? undefined : skipStyleSheets()
  })
}

/** Stubs the parts of a browser that jsdom lacks and the panel needs. */
function stubBrowser(): void {
  // jsdom has the `dialog` element but not its modal methods.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  HTMLElement.prototype.checkVisibility = () => true
  HTMLElement.prototype.scrollIntoView = () => {}
  vi.stubGlobal('scrollTo', () => {})
  // Tests receive no live changes. A real socket would fail to connect, and its toast could replace the one a test expects.
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  )
  stubMatchMedia(true)
}

/** Lets no connection for live changes open. */
export function failSockets(): void {
  vi.stubGlobal(
    'WebSocket',
    class {
      constructor() {
        throw new Error('No connection')
      }
    },
  )
}

/** Returns a function that makes jsdom read style sheets again, for the other files of the same worker. */
function skipStyleSheets(): () => void {
  const ownStyle = ((element: HTMLElement) => element.style) as typeof getComputedStyle
  vi.stubGlobal('getComputedStyle', ownStyle)
  // Testing Library asks the document's window, which is not the global object.
  const page = document.defaultView
  if (!page) return () => {}
  const computed = page.getComputedStyle
  page.getComputedStyle = ownStyle
  return () => {
    page.getComputedStyle = computed
  }
}

/**
 * Opens the panel at an address, as the person of this boot answer; without one, as a visitor. `answer` gives the
 * project's answers, an empty list by default. `stored` overrides fields of a valid session. Returns the sent
 * requests, the router, and the browser's storage.
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
