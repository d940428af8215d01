import { type Permission, RESOURCES } from '@rookies/data/access/resources'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createBrowserRouter } from 'react-router-dom'
import { beforeEach, vi } from 'vitest'
import { App } from '../app/app'
import { PanelGuard } from '../app/panel-guard'
import { Root } from '../app/root'
import { createRouter } from '../app/routes'
import { stubMatchMedia } from './match-media'
import { backendOf, stubWire, type WireAnswer, type WireRequest } from './wire'

/** All permissions, each on every row. */
export const ALL_RIGHTS: Permission[] = Object.entries(RESOURCES).flatMap(([resource, actions]) =>
  actions.map((action) => ({ resource, action, scope: 'any' })),
)

/** Sets up the page for each test in a file. */
export function preparePage(): void {
  beforeEach(stubBrowser)
}

/** Stubs the browser functions that jsdom lacks and the panel needs. */
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
  // Tests receive no live changes. A real socket would fail to connect, and its toast could replace the toast that a
  // test expects.
  vi.stubGlobal(
    'WebSocket',
    class {
      close() {}
    },
  )
  stubMatchMedia(true)
}

/** Makes every connection for live changes fail. */
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

type Answer = (request: WireRequest) => WireAnswer | Promise<WireAnswer> | null

/** Stubs the answers of the server, which are empty lists by default. Returns the requests that were sent. */
export function stubAnswers(boot: object | null, answer: Answer = () => null): WireRequest[] {
  return stubWire((request) => {
    const own = answer(request)
    if (own) return own
    if (request.path === 'rpc/boot') return { body: boot }
    return { body: [], range: '*/0' }
  })
}

/** Returns the panel at an address before it is mounted. `stored` overrides fields of a valid session. */
export function panelAt(path: string, personId: string | null, stored = {}) {
  window.history.replaceState(null, '', path)
  const router = createRouter()
  const backend = backendOf(personId, stored)
  return { panel: <App backend={backend} router={router} />, router, backend }
}

/**
 * Opens the panel at an address, as the person of this boot answer or, without one, as a visitor. Returns the sent
 * requests, the router, and the browser's storage.
 */
export function openPanel(path: string, boot: object | null, answer?: Answer, stored = {}) {
  const sent = stubAnswers(boot, answer)
  const { panel, router, backend } = panelAt(path, boot ? 'me' : null, stored)
  render(panel)
  return { sent, router, kept: backend.kept }
}

/**
 * Opens a part of the admin panel alone, because rendering the frame and the screen around it would take most of the
 * time.
 */
export function openPart(part: ReactElement, path: string, boot: object, answer?: Answer) {
  const sent = stubAnswers(boot, answer)
  window.history.replaceState(null, '', path)
  const guarded = {
    element: <PanelGuard panel="admin" />,
    children: [{ path: '*', element: part }],
  }
  const router = createBrowserRouter([{ element: <Root />, children: [guarded] }])
  render(<App backend={backendOf('me')} router={router} />)
  return { sent, router }
}
