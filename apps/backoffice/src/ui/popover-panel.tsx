import { Flex } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { PopoverPanelProps } from './popover-button'

const FOCUSABLE = 'input:enabled, button:enabled'

/** The content of a `PopoverButton`'s panel. Escape, a press elsewhere, and leaving it with Tab close it. */
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
      // A press elsewhere has taken the focus already.
      const left = document.activeElement
      if (left === document.body || inside?.contains(left)) opener?.focus({ preventScroll: true })
    }
  }, [id])
  const onKeyDown = (event: KeyboardEvent) => {
    // The column head around the button would sort, and antd's dropdown would take Tab.
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
        // A press of the button that opened the panel closes it by itself.
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
