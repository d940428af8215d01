import { DEFAULT_ERROR_MESSAGE } from '@rookies/data/errors'
import { log } from '@rookies/data/logs/log'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { Notice } from '../ui/notice'

/** Shown when a component throws an error, or when code of the app cannot be loaded. */
export function CrashScreen({ within = false }: { within?: boolean }) {
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    log('error', 'back-office', 'Unexpected Application Error!', error)
  }, [error])
  return (
    <Notice
      within={within}
      title="Unexpected Application Error!"
      message={DEFAULT_ERROR_MESSAGE}
      actions={
        <Button type="primary" onClick={() => window.location.reload()}>
          Try Again
        </Button>
      }
    />
  )
}
