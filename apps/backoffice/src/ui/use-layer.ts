import { type RefObject, useEffect, useLayoutEffect } from 'react'

const FIELD = 'input:enabled, select:enabled, textarea:enabled'
const CONTROL = `${FIELD}, button:enabled, a[href]`

/** antd's stops at either end turn the focus round. What is inert does that, and is no empty stop for a person. */
const STOPS = '[data-sentinel], [role="dialog"] > [tabindex="0"]'

/** The dialogs and drawers over the page, the topmost last. */
const layers: HTMLElement[] = []

/** Whether something keeps the page out of reach. */
export const isCovered = () => layers.length > 0 || document.querySelector('dialog[open]') !== null

/** Where dialogs and drawers are put: beside the page, which is inert while one of them is open. */
export function layerPlace(): HTMLElement {
  const id = 'layers'
  return (
    document.getElementById(id) ??
    document.body.appendChild(Object.assign(document.createElement('div'), { id }))
  )
}

/**
 * Adds to antd's dialogs and drawers what it leaves open: all that is below is inert, the focus is inside
 * before the first paint, so that keys typed right away belong to it, and goes back to where it was.
 * In: something in the dialog, and what Escape asks for when nothing has the focus.
 */
export function useLayer(inside: RefObject<HTMLElement | null>, onClose: () => void): void {
  useLayoutEffect(() => {
    const layer = inside.current?.closest<HTMLElement>('[role="dialog"]')
    if (!layer) return
    const opener = document.activeElement
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

function coverAllBelow(): void {
  const page = document.getElementById('root')
  for (const [place, part] of [page, ...layers].entries()) {
    if (part) part.inert = place < layers.length
  }
}
