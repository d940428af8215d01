import type { ExportRequest } from '@rookies/data/exports/export-csv'
import { Button, Flex } from 'antd'
import { Download, Ellipsis } from 'lucide-react'
import { MenuButton } from '../../ui/menu-button'
import { ExportRunning } from './export-running'
import { useSeparatorItems } from './separator-items'
import { useAskedExport } from './use-asked-export'
import { useExport } from './use-export'

/** Exports all records that match the list's filter as a CSV file, with progress and a Cancel button. */
export function ExportButton({ list, filter }: ExportRequest) {
  const { progress, start, cancel } = useExport()
  const separators = useSeparatorItems()
  useAskedExport(() => void start({ list, filter }))
  if (progress) return <ExportRunning progress={progress} onCancel={cancel} />
  return (
    <Flex gap="small">
      <Button icon={<Download aria-hidden="true" />} onClick={() => start({ list, filter })}>
        Export CSV
      </Button>
      <MenuButton
        outlined
        label="CSV format"
        title="CSV format"
        icon={<Ellipsis aria-hidden="true" />}
        items={[separators]}
      />
    </Flex>
  )
}
