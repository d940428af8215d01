import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Lock } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import styles from './workbench.module.css'

interface FileTab {
  path: string
  readOnly: boolean
}

interface FileTabsProps {
  /** The prefix of the ids of the tabs and their panels. */
  id: string
  tabs: readonly FileTab[]
  shown: string
  onShow: (path: string) => void
}

export const tabId = (id: string, path: string) => `${id}-tab-${path}`
export const panelId = (id: string, path: string) => `${id}-panel-${path}`

/** The tabs of an exercise's files. Arrow keys, Home and End move among them. */
export function FileTabs({ id, tabs, shown, onShow }: FileTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ path }) => path === shown)
    const places: Partial<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const to = places[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    onShow(next.path)
    list.current
      ?.querySelectorAll<HTMLElement>('[role="tab"]')
      .item(to ?? 0)
      .focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Files" className={styles.tabs}>
      {tabs.map(({ path, readOnly }) => (
        <button
          key={path}
          type="button"
          role="tab"
          id={tabId(id, path)}
          className={styles.tab}
          aria-selected={path === shown}
          aria-controls={panelId(id, path)}
          tabIndex={path === shown ? 0 : -1}
          onClick={() => onShow(path)}
          onKeyDown={move}
        >
          {readOnly && <Lock aria-hidden="true" />}
          <bdi>{path}</bdi>
          {readOnly && <VisuallyHidden>, cannot be changed</VisuallyHidden>}
        </button>
      ))}
    </div>
  )
}
