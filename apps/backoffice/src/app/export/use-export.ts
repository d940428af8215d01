import type { ExportRequest } from '@rookies/data/exports/export-csv'
import { formatCount } from '@rookies/data/wording'
import { useEffect, useRef, useState } from 'react'
import { useBackend } from '../backend'
import { openCsvFile } from '../save-file'
import { useToasts } from '../toasts'
import { useSeparator } from './use-separator'

/** The progress of an export. `total` is null until the server has counted the records. */
export interface ExportProgress {
  rows: number
  total: number | null
}

/** Saves all records that match a list's filter as a CSV file. The export can be cancelled. */
export function useExport() {
  const { client } = useBackend()
  const toasts = useToasts()
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const running = useRef<AbortController | null>(null)

  // Leaving the screen cancels the export.
  useEffect(() => () => running.current?.abort(), [])

  const [separator] = useSeparator()

  const write = async (request: ExportRequest, signal: AbortSignal) => {
    const day = new Date().toISOString().slice(0, 10)
    const ending = separator === 'tab' ? 'tsv' : 'csv'
    const file = await openCsvFile(`${request.list.replaceAll('_', '-')}-${day}.${ending}`)
    if (!file || signal.aborted) return
    setProgress({ rows: 0, total: null })
    try {
      // Imported only when an export begins, because the lists do not need this code.
      const [{ exportCsv }, { csvStyle }] = await Promise.all([
        import('@rookies/data/exports/export-csv'),
        import('@rookies/data/exports/csv-style'),
      ])
      let rows = 0
      for await (const piece of exportCsv(client, request, signal, csvStyle(separator))) {
        await file.write(piece.text)
        rows = piece.rows
        setProgress({ rows, total: piece.total })
      }
      if (signal.aborted) return await file.abort()
      await file.close()
      toasts.succeeded({ title: 'Success', text: `${formatCount(rows, 'row')} exported` })
    } catch {
      await file.abort()
      toasts.failed({ title: 'Error', text: 'Failed to export' })
    }
  }

  const start = async (request: ExportRequest) => {
    if (running.current) return
    const controller = new AbortController()
    running.current = controller
    try {
      await write(request, controller.signal)
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  const cancel = () => running.current?.abort()
  return { progress, start, cancel }
}
