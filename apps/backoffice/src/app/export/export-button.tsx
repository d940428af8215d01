import type { ExportRequest } from '@rookies/data/exports/export-csv'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { ExportRunning } from './export-running'
import { useExport } from './use-export'

/** Beside a list's title: all that its filter finds as a CSV file, with progress and a way to stop. */
export function ExportButton({ list, filter }: ExportRequest) {
  const { progress, start, cancel } = useExport()
  if (progress) return <ExportRunning progress={progress} onCancel={cancel} />
  return (
    <Button icon={<Download aria-hidden="true" />} onClick={() => start({ list, filter })}>
      Export CSV
    </Button>
  )
}
