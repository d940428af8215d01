import type { LibraryCourse } from '@rookies/data/library/library-query'
import { Moment } from '../../ui/moment'
import styles from './card-opening.module.css'

/** Says on the card of a course when the schedule of a cohort opens its next lesson. */
export default function CardOpening({ course }: { course: LibraryCourse }) {
  const { opens_at, time_zone } = course
  return (
    <p className={styles.opens}>
      {opens_at && time_zone ? (
        <>
          Next lesson opens <Moment at={opens_at} zone={time_zone} until />
        </>
      ) : (
        'The next lesson opens after your pause.'
      )}
    </p>
  )
}
