import { Button, Dropdown, type MenuProps } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { findLandmark } from './landmark-of'
import { QuietButton } from './quiet-button'

interface MenuButtonProps {
  /** Name of the button and of its menu. */
  label: string
  items: MenuProps['items']
  /** The key of the current choice, in a menu of choices. */
  chosen?: string
  title?: string
  /** Whether the button has a border, as the buttons beside it do. */
  outlined?: boolean
  icon?: ReactNode
  children?: ReactNode
}

/**
 * A button that opens a menu. antd's dropdown handles the arrow keys and Escape; this component adds ARIA attributes
 * and returns the focus to the button after a choice. The dropdown is mounted when it is first opened, because every
 * row of a list has one.
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
      // Without this, the same press of Enter would open the menu again.
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
      getPopupContainer={findLandmark}
      open={open}
      onOpenChange={setOpen}
    >
      {shown}
    </Dropdown>
  )
}
