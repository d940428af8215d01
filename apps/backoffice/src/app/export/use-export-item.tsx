import type { ExportRequest } from '@rookies/data/exports/export-csv'
import { Download } from 'lucide-react'
import { ExportRunning } from './export-running'
import { useExport } from './use-export'

/** The export of a list in the menu beside its title, and what stands there while it runs. */
export function useExportItem(request: ExportRequest) {
  const { progress, start, cancel } = useExport()
  return {
    item: {
      key: 'export',
      icon: <Download aria-hidden="true" />,
      label: 'Export CSV',
      disabled: progress !== null,
      onClick: () => void start(request),
    },
    running: progress && <ExportRunning progress={progress} onCancel={cancel} />,
  }
}
