import type { LearnerProgress } from '@rookies/data/members/member-analytics'
import { memberName } from '@rookies/data/members/member-list'
import { formatCount } from '@rookies/data/wording'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { PersonCell } from '../../kit/person-cell'
import { Ago } from '../../ui/ago'
import cells from '../../ui/cells.module.css'
import { ProgressLine } from '../../ui/progress-line'
import type { RecordColumn } from '../../ui/record-table'

/** The columns of the progress list. `onOpen` opens a person's progress. */
export function analyticsColumns(
  onOpen: (learner: LearnerProgress) => void,
): RecordColumn<LearnerProgress>[] {
  return [
    {
      key: 'name',
      title: 'Name',
      place: 'lead',
      sort: 'name',
      ellipsis: true,
      render: (learner) => <PersonCell person={learner} />,
    },
    {
      key: 'courses',
      title: 'Courses',
      width: '9.5rem',
      render: (learner) => <span className={cells.fact}>{courses(learner)}</span>,
    },
    {
      key: 'progress',
      title: 'Progress',
      width: '14rem',
      sort: 'completed',
      render: (learner) => (
        <ProgressLine
          label={`Progress of ${memberName(learner)}`}
          completed={learner.completed}
          total={learner.total}
        />
      ),
    },
    {
      key: 'activity',
      title: 'Last activity',
      named: true,
      width: '9rem',
      sort: 'last_at',
      render: ({ last_at }) => (
        <span className={cells.fact}>{last_at ? <Ago at={last_at} /> : 'None yet'}</span>
      ),
    },
    {
      key: 'details',
      title: <VisuallyHidden>Details</VisuallyHidden>,
      place: 'corner',
      actions: true,
      width: '6rem',
      align: 'right',
      render: (learner) => (
        <Button
          size="small"
          type="text"
          aria-label={`Analytics of ${memberName(learner)}`}
          onClick={() => onOpen(learner)}
        >
          Details
        </Button>
      ),
    },
  ]
}

function courses({ courses: count, ended }: LearnerProgress): string {
  if (count === 0) return 'No courses'
  const text = formatCount(count, 'course')
  if (ended === 0) return text
  return ended === count ? `${text}, ended` : `${text}, ${ended} ended`
}
