import { startSync } from '@rookies/data/sync/start-sync'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { useData } from '../shared/data-context'
import { outboxMessages as messages } from '../shared/outbox-messages'
import { signOutDestination } from '../shared/sign-out-destination'
import { useBoot } from '../shared/use-boot'
import styles from './shell.module.css'
import { TopBar } from './top-bar'

const QUIET_MS = 1_000

/** Moves the focus to the screen's main content. In the viewer, this is the lesson, not the outline. */
function skip() {
  const main = document.querySelector<HTMLElement>('main')
  if (!main) return
  main.tabIndex = -1
  main.focus()
}

/** The frame of the members' area. */
export function Shell() {
  const client = useData()
  const queries = useQueryClient()
  const maintenance = useBoot()?.settings.maintenance_mode
  useEffect(() => {
    signOutDestination.to = null
    // Sends changes that an earlier visit left in the outbox, once this visit has made its own requests.
    const timer = setTimeout(() => startSync({ client, queries, messages }), QUIET_MS)
    return () => clearTimeout(timer)
  }, [client, queries])

  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={skip}>
        Skip to content
      </button>
      <TopBar />
      <div className={styles.content}>
        {maintenance && (
          <p className={styles.maintenance} role="status">
            Maintenance mode is on: only administrators can get in.
          </p>
        )}
        <Outlet />
      </div>
    </div>
  )
}
