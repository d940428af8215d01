import { useSyncExternalStore } from 'react'
import styles from './connection-notice.module.css'

/** Says so while the browser has no connection. Read out when it goes. */
export function ConnectionNotice() {
  const online = useSyncExternalStore(watchConnection, isOnline)
  return (
    <div role="status">
      {!online && (
        <p className={styles.notice}>
          <strong>You are offline.</strong> This page catches up when the connection returns.
        </p>
      )}
    </div>
  )
}

function isOnline(): boolean {
  return navigator.onLine
}

function watchConnection(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
