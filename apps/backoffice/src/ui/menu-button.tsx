import { Button, Dropdown, type MenuProps } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { QuietButton } from './quiet-button'

interface MenuButtonProps {
  /** Name of the button and of its menu. */
  label: string
  items: MenuProps['items']
  /** The item that is chosen already, in a menu that chooses. */
  chosen?: string
  title?: string
  /** With a frame, beside other buttons. */
  outlined?: boolean
  icon?: ReactNode
  children?: ReactNode
}

/**
 * A button, quiet by itself, that opens a menu. antd's dropdown brings the arrow keys and Escape; this adds what a
 * screen reader needs to know, and gives the focus back to the button once something was chosen. The
 * dropdown is made when it is first opened: a list has one of these on every row.
 */
export function MenuButton({ label, items, chosen, outlined = false, ...button }: MenuButtonProps) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)

  const opener = {
    ...button,
    ref: trigger,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-label': label,
    onClick: () => {
      if (wanted) return
      setWanted(true)
      setOpen(true)
    },
  } as const
  const shown = outlined ? <Button {...opener} /> : <QuietButton {...opener} />
  if (!wanted) return shown

  const menu: MenuProps = {
    items,
    'aria-label': label,
    onClick: ({ domEvent }) => {
      // Or the same press of Enter would open the menu again.
      domEvent.preventDefault()
      trigger.current?.focus()
    },
    ...(chosen !== undefined && { selectable: true, selectedKeys: [chosen] }),
  }

  return (
    <Dropdown
      menu={menu}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      destroyOnHidden
      getPopupContainer={landmarkOf}
      open={open}
      onOpenChange={setOpen}
    >
      {shown}
    </Dropdown>
  )
}

/** A menu stands in the part of the page that its button is in, also for people who navigate by landmarks. */
function landmarkOf(button: HTMLElement): HTMLElement {
  return button.closest<HTMLElement>('.ant-modal-content, main, header') ?? document.body
}
