import { type RefObject, useEffect, useLayoutEffect } from 'react'

const FIELD = 'input:enabled, select:enabled, textarea:enabled'
const CONTROL = `${FIELD}, button:enabled, a[href]`

/**
 * Selects antd's empty elements that make the focus wrap around. They are not needed, because the rest of the page is
 * inert, and they would confuse people.
 */
const FOCUS_STOPS = '[data-sentinel], [role="dialog"] > [tabindex="0"]'

/** The open dialogs and drawers; the topmost is the last. */
const layers: HTMLElement[] = []

/** The page has this attribute while a dialog or drawer is open; `base.css` then prevents scrolling. */
const HELD_ATTRIBUTE = 'data-held'

/** Whether an open dialog or drawer makes the page inert. */
export const isCovered = () => layers.length > 0 || document.querySelector('dialog[open]') !== null

/** Returns the element in which dialogs and drawers are mounted. It is outside of the page, which becomes inert. */
export function layerPlace(): HTMLElement {
  const id = 'layers'
  return (
    document.getElementById(id) ??
    document.body.appendChild(Object.assign(document.createElement('div'), { id }))
  )
}

/**
 * Adds what antd's dialogs and drawers lack: everything below is inert; the focus moves inside before the first
 * paint, so that early keys reach the dialog; closing returns the focus. `inside` is an element in the dialog.
 * `onClose` handles Escape when nothing has the focus.
 */
export function useLayer(inside: RefObject<HTMLElement | null>, onClose: () => void): void {
  useLayoutEffect(() => {
    const layer = inside.current?.closest<HTMLElement>('[role="dialog"]')
    if (!layer) return
    const opener = document.activeElement
    if (layers.length === 0) lockPageScroll()
    layers.push(layer)
    coverAllBelow()
    const around = layer.closest('.ant-modal-wrap, .ant-drawer')
    for (const stop of around?.querySelectorAll<HTMLElement>(FOCUS_STOPS) ?? []) stop.tabIndex = -1
    const first =
      layer.querySelector<HTMLElement>(FIELD) ?? layer.querySelector<HTMLElement>(CONTROL)
    first?.focus({ preventScroll: true })
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      coverAllBelow()
      if (layers.length === 0) document.documentElement.removeAttribute(HELD_ATTRIBUTE)
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
 * Prevents the page from scrolling and from becoming wider: the width of the scroll bar is measured before it
 * disappears, and replaced by padding.
 */
function lockPageScroll(): void {
  const page = document.documentElement
  page.style.setProperty('--scroll-bar', `${window.innerWidth - page.clientWidth}px`)
  page.setAttribute(HELD_ATTRIBUTE, '')
}

function coverAllBelow(): void {
  const page = document.getElementById('root')
  for (const [place, part] of [page, ...layers].entries()) {
    if (part) part.inert = place < layers.length
  }
}
