import type { LearnerProgress } from '@rookies/data/members/member-analytics'
import { memberName } from '@rookies/data/members/member-list'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { Button } from 'antd'
import { Ago } from '../ui/ago'
import styles from './analytics.module.css'
import { ProgressLine } from './progress-line'

interface AnalyticsRowProps {
  learner: LearnerProgress
  onOpen: () => void
}

/** One person, and how far they have come. */
export function AnalyticsRow({ learner, onOpen }: AnalyticsRowProps) {
  const { completed, total, last_at } = learner
  const name = memberName(learner)
  return (
    <li className={styles.row}>
      <Avatar name={learner.name} email={learner.email} />
      <div className={styles.who}>
        <p className={styles.name}>{name}</p>
        <p className={styles.email}>{learner.email}</p>
      </div>
      <p className={styles.fact}>{courses(learner)}</p>
      <ProgressLine label={`Progress of ${name}`} completed={completed} total={total} />
      <p className={styles.fact}>
        {last_at ? (
          <>
            <span className={styles.short}>Last activity </span>
            <Ago at={last_at} />
          </>
        ) : (
          'No activity yet'
        )}
      </p>
      <Button className={styles.open} aria-label={`Analytics of ${name}`} onClick={onOpen}>
        Details
      </Button>
    </li>
  )
}

function courses({ courses: count, ended }: LearnerProgress): string {
  if (count === 0) return 'No courses'
  const words = count === 1 ? '1 course' : `${count} courses`
  if (ended === 0) return words
  return ended === count ? `${words}, ended` : `${words}, ${ended} ended`
}
