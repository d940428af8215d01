import type { ExportRequest } from '@rookies/data/exports/export-csv'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import styles from './export-button.module.css'
import { type ExportProgress, useExport } from './use-export'

/** Beside a list's title: all that its filter finds as a CSV file, with progress and a way to stop. */
export function ExportButton({ list, filter }: ExportRequest) {
  const { progress, start, cancel } = useExport()
  if (!progress) {
    return (
      <Button icon={<Download aria-hidden="true" />} onClick={() => start({ list, filter })}>
        Export CSV
      </Button>
    )
  }
  return (
    <div className={styles.running}>
      <span role="status" className={styles.words}>
        {words(progress)}
      </span>
      <progress
        className={styles.bar}
        aria-label="Rows exported"
        max={progress.total || undefined}
        value={progress.total === null ? undefined : progress.rows}
      />
      <Button onClick={cancel}>Cancel Export</Button>
    </div>
  )
}

function words({ rows, total }: ExportProgress): string {
  if (total === null) return 'Exporting...'
  return `${rows.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
}
