import { useEffect, useLayoutEffect, useRef } from 'react'

interface ModalDialogOptions {
  open: boolean
  /** Asked for by Escape, or by a click beside the dialog. */
  onClose: () => void
}

/**
 * A native modal `dialog`: the browser keeps the focus inside, makes the rest inert and gives the
 * focus back. Out: the ref that belongs on the `dialog` element.
 */
export function useModalDialog({ open, onClose }: ModalDialogOptions) {
  const dialog = useRef<HTMLDialogElement>(null)

  // Taken out of the page while it is open, it would keep the focus that belongs to what opened it.
  useLayoutEffect(() => () => dialog.current?.close(), [])

  // Before it is painted: keys that are typed right away belong to it.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (open) show(element)
    else element.close()
  }, [open])

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // Escape only asks: the owner of `open` decides.
    const onCancel = (event: Event) => {
      event.preventDefault()
      onClose()
    }
    // A click on the backdrop reaches the dialog itself; what is inside covers the rest of it.
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

/** A part that scrolls counts as the first stop for the focus: in a form its first field comes before it. */
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
