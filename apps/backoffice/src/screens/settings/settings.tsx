import { useOne } from '@refinedev/core'
import {
  SETTINGS_ID,
  SETTINGS_MESSAGES,
  type SettingsRow,
} from '@rookies/data/settings/settings-form'
import { useCallback } from 'react'
import { toast } from '../../app/notification-provider'
import { ListFailed } from '../../ui/list-failed'
import { ListSkeleton } from '../../ui/list-skeleton'
import { PageHeader } from '../../ui/page-header'
import { SettingsWorkspace } from './settings-workspace'

/** `/admin/settings`: the single row of settings (rules/settings#settings). */
export function Settings() {
  const { query, result: row } = useOne<SettingsRow>({
    resource: 'settings',
    id: SETTINGS_ID,
    meta: { select: '*' },
    queryOptions: { staleTime: 0 },
    errorNotification: toast(SETTINGS_MESSAGES.loadFailed, 'error'),
  })
  const { refetch: readAgain } = query
  const refetch = useCallback(async () => {
    await readAgain({ throwOnError: true })
  }, [readAgain])

  return (
    <>
      <PageHeader title="Settings" subtitle="Settings for everyone. Changes take effect at once." />
      {query.isPending && <ListSkeleton />}
      {query.isError && !row && (
        <ListFailed title={SETTINGS_MESSAGES.loadFailed.text} read={query} />
      )}
      {row && <SettingsWorkspace row={row} refetch={refetch} />}
    </>
  )
}
