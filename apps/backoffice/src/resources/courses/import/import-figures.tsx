import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import { importCounts } from '@rookies/data/course-import/import-report'
import { Flex, Statistic } from 'antd'
import { useId } from 'react'
import typography from '../typography.module.css'

/** How many lessons would be created, changed, kept and deleted. */
export function ImportFigures({
  report,
  missing,
}: {
  report: ImportReport
  missing: MissingChoice
}) {
  const id = useId()
  const { created, updated, unchanged, moved, absent } = importCounts(report)
  const figures: [string, number][] = [
    ['New', created],
    ['Changed', updated],
    ['Moved', moved],
    ['Unchanged', unchanged],
    [missing === 'bin' ? 'To the bin' : 'Kept', absent],
  ]
  return (
    <Flex vertical role="group" aria-labelledby={id}>
      <h3 id={id} className={typography.muted}>
        Lessons
      </h3>
      <div style={FIGURES}>
        {figures
          .filter(([, figure], at) => figure > 0 || at === 0 || at === 3)
          .map(([label, figure]) => (
            <Statistic key={label} title={label} value={figure} groupSeparator="" style={FIGURE} />
          ))}
      </div>
    </Flex>
  )
}

const FIGURES = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 'var(--space-4)',
  textAlign: 'start',
} as const
const FIGURE = { minWidth: '6.5rem' } as const
