import { formatNumber } from '@rookies/data/wording'
import { Button, Flex } from 'antd'
import type { ExportProgress } from './use-export'

interface ExportRunningProps {
  progress: ExportProgress
  onCancel: () => void
}

export function ExportRunning({ progress, onCancel }: ExportRunningProps) {
  const { rows, total } = progress
  return (
    <Flex wrap align="center" gap="small">
      <span role="status">{progressText(progress)}</span>
      <progress
        aria-label="Rows exported"
        style={{ accentColor: 'var(--color-accent)' }}
        max={total || undefined}
        value={total === null ? undefined : rows}
      />
      <Button onClick={onCancel}>Cancel Export</Button>
    </Flex>
  )
}

function progressText({ rows, total }: ExportProgress): string {
  if (total === null) return 'Exporting...'
  return `${formatNumber(rows)} of ${formatNumber(total)}`
}
