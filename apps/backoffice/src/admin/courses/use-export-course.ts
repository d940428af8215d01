import { useState } from 'react'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'
import { useDashboardChanged } from '../../app/use-dashboard-changed'

/** Saves a course as a zip, as it is stored at this moment, and says how it went. */
export function useExportCourse() {
  const { client } = useBackend()
  const dashboardChanged = useDashboardChanged()
  const toasts = useToasts()
  const [busy, setBusy] = useState(false)
  const start = async (courseId: string) => {
    setBusy(true)
    // Packing is fetched when something is packed: the list itself needs none of it.
    const { saveExport } = await import('./save-export').catch(() => ({ saveExport: null }))
    if (saveExport) await saveExport(client, toasts, courseId)
    else toasts.failed({ title: 'Error', text: 'Failed to export course' })
    await dashboardChanged()
    setBusy(false)
  }
  return { start, busy }
}
