import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import { importCounts } from '@rookies/data/course-import/import-report'
import { Flex, Statistic } from 'antd'

/** How many lessons would be created, changed, kept and deleted. */
export function ImportFigures({
  report,
  missing,
}: {
  report: ImportReport
  missing: MissingChoice
}) {
  const { created, updated, unchanged, moved, absent } = importCounts(report)
  const figures: [string, number][] = [
    ['New', created],
    ['Changed', updated],
    ['Moved', moved],
    ['Unchanged', unchanged],
    [missing === 'bin' ? 'To the bin' : 'Kept', absent],
  ]
  return (
    <Flex wrap gap="1rem 2rem" role="group" aria-label="Lessons">
      {figures
        .filter(([, figure], at) => figure > 0 || at === 0 || at === 3)
        .map(([label, figure]) => (
          <Statistic key={label} title={label} value={figure} groupSeparator="" />
        ))}
    </Flex>
  )
}
