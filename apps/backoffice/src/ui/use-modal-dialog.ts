import { useEffect, useLayoutEffect, useRef } from 'react'

interface ModalDialogOptions {
  open: boolean
  /** Called for Escape and for a click on the backdrop. */
  onClose: () => void
}

/**
 * Opens a native modal `dialog`, for which the browser keeps the focus inside, makes the rest inert and returns the
 * focus. Returns the ref for the `dialog` element.
 */
export function useModalDialog({ open, onClose }: ModalDialogOptions) {
  const dialog = useRef<HTMLDialogElement>(null)

  // The dialog is closed before it is unmounted. Otherwise the focus would not return to the control that opened it.
  useLayoutEffect(() => () => dialog.current?.close(), [])

  // A layout effect runs before the first paint, so that early keys reach the dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (open) show(element)
    else element.close()
  }, [open])

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // The parent decides by `open` whether the dialog closes.
    const onCancel = (event: Event) => {
      event.preventDefault()
      onClose()
    }
    // A click on the backdrop has the `dialog` element itself as its target, because the content covers the rest.
    const onPointerDown = (event: PointerEvent) => {
      if (event.target === element && isOutside(element, event)) onClose()
    }
    element.addEventListener('cancel', onCancel)
    element.addEventListener('pointerdown', onPointerDown)
    return () => {
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('pointerdown', onPointerDown)
    }
  }, [onClose])

  return dialog
}

const FIELD = 'input:enabled, select:enabled, textarea:enabled'

/** Opens the dialog and focuses its first field. The browser alone might focus a scrollable part before the field. */
function show(dialog: HTMLDialogElement): void {
  dialog.showModal()
  if (document.activeElement?.querySelector(FIELD)) {
    dialog.querySelector<HTMLElement>(FIELD)?.focus()
  }
}

function isOutside(element: Element, { clientX, clientY }: PointerEvent): boolean {
  const box = element.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
