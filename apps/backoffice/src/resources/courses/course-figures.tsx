import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Flex } from 'antd'
import { ChartNoAxesColumn } from 'lucide-react'
import { useRead } from '../../app/use-read'
import { AssignmentFigures } from '../../kit/assignment-figures'
import { ExerciseFigures } from '../../kit/exercise-figures'
import { WhereHard } from '../../kit/where-hard'

/**
 * Shows where a course is hard, and the figures of its assignments and exercises (rules/courses#where-hard,
 * rules/assignments#figures, rules/exercises#figures).
 */
export function CourseFigures({ courseId }: { courseId: string }) {
  // The table of exercises uses the same cached query.
  const { data: exercises } = useRead('exercises/in_course', { input: { courseId } })
  return (
    <Flex vertical gap="large">
      <WhereHard courseId={courseId} />
      <AssignmentFigures of={{ courseId }} empty={exercises?.length === 0 && <NothingYet />} />
      <ExerciseFigures courseId={courseId} />
    </Flex>
  )
}

function NothingYet() {
  return (
    <EmptyState icon={<ChartNoAxesColumn />} title="No assignments and no exercises yet">
      <p>
        How long work waits, how many runs an exercise takes, and what fails most is shown here.
      </p>
    </EmptyState>
  )
}
