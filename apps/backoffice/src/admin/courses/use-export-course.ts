import { useState } from 'react'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'

/** Saves a course as a zip, as it is stored at this moment, and says how it went. */
export function useExportCourse() {
  const backend = useBackend()
  const toasts = useToasts()
  const [busy, setBusy] = useState(false)
  const start = async (courseId: string) => {
    setBusy(true)
    // Packing is fetched when something is packed: the list itself needs none of it.
    const { saveExport } = await import('./save-export').catch(() => ({ saveExport: null }))
    if (saveExport) await saveExport(backend, toasts, courseId)
    else toasts.failed({ title: 'Error', text: 'Failed to export course' })
    setBusy(false)
  }
  return { start, busy }
}
