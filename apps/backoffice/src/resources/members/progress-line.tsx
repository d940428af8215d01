import { progressPercent } from '@rookies/data/progress/percent'
import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { Flex } from 'antd'
import cells from '../../ui/cells.module.css'

interface ProgressLineProps {
  /** Whose progress it is, or in what, for people who cannot see the bar. */
  label: string
  completed: number
  total: number
}

/** Lessons done of those there are, in words and as a bar. */
export function ProgressLine({ label, completed, total }: ProgressLineProps) {
  const percent = progressPercent(completed, total)
  return (
    <Flex vertical gap={4}>
      <ProgressBar percent={percent} label={label} />
      <Flex justify="space-between" gap="small" className={cells.fact}>
        <small>{`${number(completed)} of ${number(total)} ${total === 1 ? 'lesson' : 'lessons'}`}</small>
        <small>{`${percent}%`}</small>
      </Flex>
    </Flex>
  )
}

const number = (value: number) => value.toLocaleString('en-US')
