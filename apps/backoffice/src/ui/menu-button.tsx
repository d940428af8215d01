import { Button, type ButtonProps, Dropdown, type MenuProps } from 'antd'
import { useRef, useState } from 'react'

interface MenuButtonProps extends Omit<ButtonProps, 'type' | 'onClick'> {
  /** Name of the button and of its menu. */
  label: string
  items: MenuProps['items']
  /** The item that is chosen already, in a menu that chooses. */
  chosen?: string
}

/**
 * A quiet button that opens a menu. antd's dropdown brings the arrow keys and Escape; this adds what a
 * screen reader needs to know, and gives the focus back to the button once something was chosen.
 */
export function MenuButton({ label, items, chosen, ...button }: MenuButtonProps) {
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)

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
      open={open}
      onOpenChange={setOpen}
    >
      <Button
        {...button}
        ref={trigger}
        type="text"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
      />
    </Dropdown>
  )
}
