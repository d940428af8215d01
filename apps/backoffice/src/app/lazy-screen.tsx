import { mayReloadAgain, reloadForNewBuild } from '@rookies/data/stale-build'
import { Button } from 'antd'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { lazyComponent } from '../ui/lazy-component'
import { LazyBoundary } from '../ui/lazy-part'
import { Notice } from '../ui/notice'
import { Waiting } from '../ui/waiting'

/** Lines while a screen's code is asked for again. */
const ROWS = 8

/**
 * A screen, for React Router, which draws an empty page where its code does not come: instead there is one that asks
 * again, loads the page again where a deploy may have taken the file away, and says so where nothing helps.
 * In: what imports the screen. Out: the same, which does not fail.
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
