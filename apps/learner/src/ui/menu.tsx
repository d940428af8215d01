import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import styles from './menu.module.css'

interface Entry {
  label: string
  icon?: ReactNode
}

/** One item of a menu: an action, a link, or one of several choices. */
export type MenuItem =
  | (Entry & { kind: 'action'; onSelect: () => void })
  | (Entry & { kind: 'link'; to: string })
  /** A link to a page outside this bundle, which needs a page load. */
  | (Entry & { kind: 'anchor'; href: string })
  | (Entry & { kind: 'choice'; checked: boolean; onSelect: () => void })

interface MenuProps {
  /** The accessible name of the button that opens the menu. */
  label: string
  /** The content of the button. */
  trigger: ReactNode
  items: readonly MenuItem[]
  /** The content above the items. */
  header?: ReactNode
  /** The direction in which the list opens. */
  opens?: 'down' | 'up'
  /** The edge of the button with which the list is aligned. */
  align?: 'start' | 'end'
}

/**
 * A button with a menu (the menu button of the ARIA practices): arrows, Home, End and Escape work, and Tab leaves.
 * After a choice or Escape, the button has the focus again.
 */
export function Menu({ label, trigger, items, header, opens, align }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return
    const entries = entriesOf(list.current)
    const [first] = entries
    // In a menu of choices, the chosen item has the focus when the menu opens.
    const chosen = first?.ariaChecked
      ? entries.find(({ ariaChecked }) => ariaChecked === 'true')
      : null
    const start = chosen ?? first
    start?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  const onListKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      setOpen(false)
      return
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
      return
    }
    const entries = entriesOf(list.current)
    const at = entries.findIndex((entry) => entry.matches(':focus'))
    const next = nextEntry(event.key, at, entries.length)
    if (next === null) return
    event.preventDefault()
    entries[next]?.focus()
  }

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {trigger}
      </button>
      {open && (
        <div
          className={`${styles.popup} ${opens === 'up' ? styles.up : ''} ${align === 'start' ? styles.start : ''}`}
        >
          {header && <div className={styles.header}>{header}</div>}
          <div
            ref={list}
            id={id}
            role="menu"
            aria-label={label}
            className={styles.list}
            onKeyDown={onListKey}
          >
            {items.map((item) => (
              <MenuEntry key={item.label} item={item} onDone={close} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

function MenuEntry({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  const content = (
    <>
      <span className={styles.icon} aria-hidden="true">
        {item.icon}
      </span>
      {item.label}
    </>
  )
  const shared = { className: styles.item, tabIndex: -1 }
  switch (item.kind) {
    case 'link':
      return (
        <Link {...shared} role="menuitem" to={item.to} onClick={onDone}>
          {content}
        </Link>
      )
    case 'anchor':
      return (
        <a {...shared} role="menuitem" href={item.href}>
          {content}
        </a>
      )
    case 'action':
    case 'choice': {
      const select = () => {
        onDone()
        item.onSelect()
      }
      return item.kind === 'choice' ? (
        <button
          {...shared}
          type="button"
          role="menuitemradio"
          aria-checked={item.checked}
          onClick={select}
        >
          {content}
        </button>
      ) : (
        <button {...shared} type="button" role="menuitem" onClick={select}>
          {content}
        </button>
      )
    }
  }
}

function entriesOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
}

/** Returns the index of the item to which a key moves the focus, null for other keys. */
function nextEntry(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
