import { Flex, Popover } from 'antd'
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { landmarkOf } from './landmark-of'

interface PopoverButtonProps {
  /** The name of the panel. */
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Gives the button that opens the panel its attributes. */
  button: (attributes: {
    'aria-haspopup': 'dialog'
    'aria-expanded': boolean
    'aria-controls'?: string
  }) => ReactElement
  children: ReactNode
}

/**
 * A small panel beside the button that opens it. The page stays usable: Escape, a press elsewhere, and leaving the panel
 * with Tab close it.
 */
export function PopoverButton({ title, open, onOpenChange, button, children }: PopoverButtonProps) {
  const id = useId()
  return (
    <Popover
      open={open}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      getPopupContainer={landmarkOf}
      onOpenChange={onOpenChange}
      content={
        <Panel id={id} title={title} onClose={() => onOpenChange(false)}>
          {children}
        </Panel>
      }
    >
      {button({
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        ...(open && { 'aria-controls': id }),
      })}
    </Popover>
  )
}

const FOCUSABLE = 'input:enabled, button:enabled'

interface PanelProps {
  id: string
  title: string
  onClose: () => void
  children: ReactNode
}

function Panel({ id, title, onClose, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const opener = document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)
    const inside = panel.current
    inside?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
    return () => {
      // A press elsewhere has taken the focus already.
      const left = document.activeElement
      if (left !== document.body && !inside?.contains(left)) return
      opener?.focus({ preventScroll: true })
    }
  }, [id])
  const onKeyDown = (event: KeyboardEvent) => {
    // The column head around the button would sort.
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
      style={PANEL}
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

const PANEL = {
  boxSizing: 'border-box',
  width: 'max-content',
  minWidth: '12rem',
  maxWidth: 'min(22rem, calc(100vw - 4rem))',
  maxHeight: 'min(26rem, calc(100dvh - 8rem))',
  overflowY: 'auto',
  fontWeight: 'normal',
} as const
