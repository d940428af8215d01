import type { ExportRequest } from '@rookies/data/exports/export-csv'
import { Download } from 'lucide-react'
import { ExportRunning } from './export-running'
import { useSeparatorItems } from './separator-items'
import { useAskedExport } from './use-asked-export'
import { useExport } from './use-export'

/** Returns the menu item that exports a list, and the progress that the page header shows during the export. */
export function useExportItem(request: ExportRequest) {
  const { progress, start, cancel } = useExport()
  const separators = useSeparatorItems()
  useAskedExport(() => void start(request))
  return {
    items: [
      {
        key: 'export',
        icon: <Download aria-hidden="true" />,
        label: 'Export CSV',
        disabled: progress !== null,
        onClick: () => void start(request),
      },
      separators,
    ],
    running: progress && <ExportRunning progress={progress} onCancel={cancel} />,
  }
}
