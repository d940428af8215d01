import { type RefObject, useEffect, useLayoutEffect } from 'react'

const FIELD = 'input:enabled, select:enabled, textarea:enabled'
const CONTROL = `${FIELD}, button:enabled, a[href]`

/**
 * antd's empty focus stops, which wrap the focus around. Inert content does that already, and the stops would
 * confuse people.
 */
const STOPS = '[data-sentinel], [role="dialog"] > [tabindex="0"]'

/** Open dialogs and drawers, the topmost last. */
const layers: HTMLElement[] = []

/** The page has this attribute while a dialog or drawer is open. `base.css` keeps it from scrolling then. */
const HELD = 'data-held'

/** Whether a dialog or drawer makes the page inert. */
export const isCovered = () => layers.length > 0 || document.querySelector('dialog[open]') !== null

/** Where dialogs and drawers are mounted: beside the page, which is inert while one of them is open. */
export function layerPlace(): HTMLElement {
  const id = 'layers'
  return (
    document.getElementById(id) ??
    document.body.appendChild(Object.assign(document.createElement('div'), { id }))
  )
}

/**
 * Adds what antd's dialogs and drawers lack: everything below is inert, the focus is inside before the first paint
 * so that early keys reach the dialog, and closing returns the focus. `inside` is an element in the dialog;
 * `onClose` handles Escape when nothing has the focus.
 */
export function useLayer(inside: RefObject<HTMLElement | null>, onClose: () => void): void {
  useLayoutEffect(() => {
    const layer = inside.current?.closest<HTMLElement>('[role="dialog"]')
    if (!layer) return
    const opener = document.activeElement
    if (layers.length === 0) holdPage()
    layers.push(layer)
    coverAllBelow()
    const around = layer.closest('.ant-modal-wrap, .ant-drawer')
    for (const stop of around?.querySelectorAll<HTMLElement>(STOPS) ?? []) stop.tabIndex = -1
    const first =
      layer.querySelector<HTMLElement>(FIELD) ?? layer.querySelector<HTMLElement>(CONTROL)
    first?.focus({ preventScroll: true })
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      coverAllBelow()
      if (layers.length === 0) document.documentElement.removeAttribute(HELD)
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [inside])

  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isTopmost = layers.at(-1)?.contains(inside.current)
      if (key === 'Escape' && target === document.body && isTopmost) onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [inside, onClose])
}

/**
 * Keeps the page from scrolling, as wide as it was. Without its scroll bar the page would become wider, so the bar's
 * width is measured before it disappears.
 */
function holdPage(): void {
  const page = document.documentElement
  page.style.setProperty('--scroll-bar', `${window.innerWidth - page.clientWidth}px`)
  page.setAttribute(HELD, '')
}

function coverAllBelow(): void {
  const page = document.getElementById('root')
  for (const [place, part] of [page, ...layers].entries()) {
    if (part) part.inert = place < layers.length
  }
}
