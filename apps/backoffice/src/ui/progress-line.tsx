import { progressPercent } from '@rookies/data/course-viewing/progress-percent'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { Flex } from 'antd'
import cells from './cells.module.css'

interface ProgressLineProps {
  /** The person or course whose progress is shown, for screen readers. */
  label: string
  completed: number
  total: number
}

/** The number of completed lessons and of all lessons, as a text and as a bar. */
export function ProgressLine({ label, completed, total }: ProgressLineProps) {
  const percent = progressPercent(completed, total)
  return (
    <Flex vertical gap={4}>
      <ProgressBar percent={percent} label={label} />
      <Flex justify="space-between" gap="small" className={cells.fact}>
        <small>{`${formatNumber(completed)} of ${formatCount(total, 'lesson')}`}</small>
        <small>{`${percent}%`}</small>
      </Flex>
    </Flex>
  )
}
