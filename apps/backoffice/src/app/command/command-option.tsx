import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import styles from './command-option.module.css'
import type { Command } from './commands'

interface CommandOptionProps {
  command: Command
  active: boolean
  /** Called when the command's link opens in this tab, and not in a new one. */
  onFollow: () => void
  onRun: () => void
  onPoint: () => void
}

/** One command. A command that opens an address is a link, so that it can be opened in another tab. */
export function CommandOption({ command, active, onFollow, onRun, onPoint }: CommandOptionProps) {
  const { id, label, icon: Icon, note, to } = command
  const shared = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    className: styles.option,
    onPointerMove: onPoint,
  }
  const content = (
    <>
      <Icon aria-hidden="true" />
      <span style={{ flex: 1, overflowWrap: 'anywhere' }}>{label}</span>
      {note && <small>{note}</small>}
    </>
  )
  if (to === undefined) {
    return (
      <button type="button" {...shared} onClick={onRun}>
        {content}
      </button>
    )
  }
  const follow = (event: MouseEvent) => {
    if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) onFollow()
  }
  return (
    <Link to={to} {...shared} onClick={follow}>
      {content}
    </Link>
  )
}
