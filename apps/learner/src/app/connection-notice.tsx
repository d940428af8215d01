import { isCacheShown, watchCacheShown } from '@rookies/data/offline-cache/cache-shown'
import { useSyncExternalStore } from 'react'
import styles from './connection-notice.module.css'

/** Tells the person while the browser is offline or the server does not answer. Screen readers announce the notice. */
export function ConnectionNotice() {
  const online = useSyncExternalStore(watchConnection, isOnline)
  const showsCache = useSyncExternalStore(watchCacheShown, isCacheShown)
  return (
    <div role="status">
      {(!online || showsCache) && (
        <p className={styles.notice}>
          {online ? (
            <>
              <strong>The server cannot be reached.</strong> You see what is saved on this device.
            </>
          ) : (
            <>
              <strong>You are offline.</strong>{' '}
              <span>This page catches up when the connection returns.</span>
            </>
          )}
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
