import { Dropdown, type DropdownProps } from 'antd'
import { type ReactElement, type ReactNode, useId } from 'react'
import { findLandmark } from './landmark-of'
import { LazyPart } from './lazy-part'

/** The props that the button passes to its panel. */
export interface PopoverPanelProps {
  id: string
  title: string
  onClose: () => void
}

interface PopoverButtonProps extends Pick<DropdownProps, 'placement'> {
  /** The name of the panel. */
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Renders the button that opens the panel, with these attributes. */
  button: (attributes: {
    'aria-haspopup': 'dialog'
    'aria-expanded': boolean
    'aria-controls'?: string
  }) => ReactElement
  /** Renders a `PopoverPanel`, whose code may load when the panel is opened. */
  children: (panel: PopoverPanelProps) => ReactNode
}

/** A button that opens a small panel beside it. antd's dropdown places the panel. The rest of the page stays usable. */
export function PopoverButton(props: PopoverButtonProps) {
  const { title, placement = 'bottomRight', open, onOpenChange, button, children } = props
  const id = useId()
  return (
    <Dropdown
      open={open}
      trigger={['click']}
      placement={placement}
      destroyOnHidden
      getPopupContainer={findLandmark}
      onOpenChange={onOpenChange}
      popupRender={() => (
        <div style={PANEL}>
          <LazyPart rows={2}>
            {children({ id, title, onClose: () => onOpenChange(false) })}
          </LazyPart>
        </div>
      )}
    >
      {button({
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        ...(open && { 'aria-controls': id }),
      })}
    </Dropdown>
  )
}

const PANEL = {
  boxSizing: 'border-box',
  width: 'max-content',
  minWidth: '12rem',
  maxWidth: 'min(22rem, calc(100vw - 2rem))',
  maxHeight: 'min(26rem, calc(100dvh - 8rem))',
  padding: 'var(--space-3)',
  overflowY: 'auto',
  border: '1px solid var(--color-border)',
  borderRadius: 'var(--radius-m)',
  background: 'var(--color-surface-raised)',
  boxShadow: 'var(--shadow-2)',
  fontWeight: 'normal',
} as const
