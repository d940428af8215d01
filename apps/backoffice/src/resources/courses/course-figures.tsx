import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ChartNoAxesColumn } from 'lucide-react'
import { AssignmentFigures } from '../../kit/assignment-figures'

/** Shows the figures of a course's assignments (rules/assignments#figures). */
export function CourseFigures({ courseId }: { courseId: string }) {
  return (
    <AssignmentFigures
      of={{ courseId }}
      empty={
        <EmptyState icon={<ChartNoAxesColumn />} title="No assignments yet">
          <p>How long work waits, and which criteria fail most, is shown here.</p>
        </EmptyState>
      }
    />
  )
}
