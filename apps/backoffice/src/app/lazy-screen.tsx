import { mayReloadAgain, reloadForNewBuild } from '@rookies/data/stale-build'
import { Button } from 'antd'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { lazyComponent } from '../ui/lazy-component'
import { LazyBoundary } from '../ui/lazy-part'
import { Notice } from '../ui/notice'
import { Waiting } from '../ui/waiting'

/** The number of placeholder lines while the import of a screen is tried again. */
const ROWS = 8

/**
 * Imports a screen for React Router, which would draw an empty page if the import failed. The returned function never
 * rejects: it gives a screen that tries the import again, reloads the page in case a deployment removed the file, and
 * then shows an error.
 */
export function lazyScreen(load: () => Promise<ComponentType>): () => Promise<ComponentType> {
  return async () => {
    try {
      return await load()
    } catch {
      const Screen = lazyComponent(load, (component) => component)
      return () => createElement(LazyScreen, { Screen })
    }
  }
}

function LazyScreen({ Screen }: { Screen: ComponentType }) {
  return (
    <LazyBoundary
      waiting={<Waiting rows={ROWS} />}
      missing={(tryAgain) => (
        <MissingScreen
          onRetry={() => {
            mayReloadAgain()
            tryAgain()
          }}
        />
      )}
    >
      <Screen />
    </LazyBoundary>
  )
}

function MissingScreen({ onRetry }: { onRetry: () => void }) {
  const [reloads, setReloads] = useState(true)
  useEffect(() => {
    void reloadForNewBuild().then(setReloads)
  }, [])
  if (reloads) return <Waiting rows={ROWS} />
  return (
    <Notice
      within
      title="This page could not be loaded"
      message="Check your connection, and try again."
      actions={
        <Button type="primary" onClick={onRetry}>
          Try Again
        </Button>
      }
    />
  )
}
