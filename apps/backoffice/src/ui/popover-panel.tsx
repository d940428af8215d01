import { Flex } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { PopoverPanelProps } from './popover-button'

const FOCUSABLE = 'input:enabled, button:enabled'

/** The content of a `PopoverButton`'s panel. Escape, a press elsewhere, and moving the focus out with Tab close it. */
export function PopoverPanel({
  id,
  title,
  onClose,
  children,
}: PopoverPanelProps & { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)
    const inside = panel.current
    inside?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
    return () => {
      // After a press elsewhere, the focus is there already and must not return to the button.
      const left = document.activeElement
      if (left === document.body || inside?.contains(left)) opener?.focus({ preventScroll: true })
    }
  }, [id])
  const onKeyDown = (event: KeyboardEvent) => {
    // Without this, the column head around the button would sort, and antd's dropdown would handle Tab.
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    onClose()
  }
  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label={title}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return
        // A press on the button that opened the panel is left out, because that button closes the panel itself.
        if (relatedTarget.getAttribute('aria-controls') !== id) onClose()
      }}
    >
      <Flex vertical gap="small">
        <strong>{title}</strong>
        {children}
      </Flex>
    </div>
  )
}
