import { useOne } from '@refinedev/core'
import { SETTINGS_TOASTS } from '@rookies/data/settings/messages'
import { SETTINGS_ID, type SettingsRow } from '@rookies/data/settings/settings-form'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { CloudOff } from 'lucide-react'
import { useCallback } from 'react'
import { toast } from '../../app/notification-provider'
import { PageHeader } from '../../ui/page-header'
import styles from './settings.module.css'
import { SettingsWorkspace } from './settings-workspace'

/** `/admin/settings`: the one row of settings (rules/settings#settings). */
export function Settings() {
  const { query, result: row } = useOne<SettingsRow>({
    resource: 'settings',
    id: SETTINGS_ID,
    meta: { select: '*' },
    queryOptions: { staleTime: 0 },
    errorNotification: toast(SETTINGS_TOASTS.loadFailed, 'error'),
  })
  const { refetch: ask } = query
  const refetch = useCallback(async () => {
    await ask({ throwOnError: true })
  }, [ask])

  return (
    <>
      <PageHeader title="Settings" subtitle="What holds for everybody, and takes effect at once" />
      {query.isPending && <SettingsSkeleton />}
      {query.isError && !row && (
        <ErrorState
          icon={<CloudOff />}
          title={SETTINGS_TOASTS.loadFailed.text}
          actions={
            <Button type="primary" loading={query.isFetching} onClick={() => query.refetch()}>
              Try Again
            </Button>
          }
        />
      )}
      {row && <SettingsWorkspace row={row} refetch={refetch} />}
    </>
  )
}

function SettingsSkeleton() {
  return (
    <div className={styles.screen} aria-busy="true">
      <VisuallyHidden>
        <span role="status">Loading...</span>
      </VisuallyHidden>
      {[1, 2, 3].map((card) => (
        <div key={card} className={styles.card} aria-hidden="true">
          <Skeleton className={styles.lineTitle} />
          <Skeleton className={styles.lineField} />
          <Skeleton className={styles.lineField} />
        </div>
      ))}
    </div>
  )
}
