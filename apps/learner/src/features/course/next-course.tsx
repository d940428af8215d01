import { LIBRARY_PATH } from '@rookies/data/access/home'
import { libraryQuery } from '@rookies/data/library/library-query'
import { libraryWith } from '@rookies/data/progress/overlay'
import { resumeCardData } from '@rookies/data/progress/resume-card'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useData } from '../../shared/data-context'
import { playing } from '../../shared/play-on-arrival'
import { useOutboxState } from '../../shared/use-outbox-state'
import { ButtonLink } from '../../ui/button'
import styles from './milestone-end.module.css'

/** After the end of a course: the course of the library to continue with, and a link to the library. */
export function NextCourse({ after }: { after: string }) {
  const library = useQuery(libraryQuery(useData()))
  const { entries } = useOutboxState()
  const others = (library.data ?? []).filter(({ slug }) => slug !== after)
  const way = resumeCardData(libraryWith(others, entries), entries)
  // A course that is completed already is not offered.
  const next = way?.label === 'Review' ? null : way
  return (
    <>
      {library.isLoading ? (
        <Skeleton className={styles.ghost} />
      ) : (
        next && (
          <div className={styles.next}>
            <div className={styles.picture} aria-hidden="true">
              <Thumbnail title={next.course.title} src={next.course.thumbnail_url} />
            </div>
            <div className={styles.text}>
              <p className={styles.label}>Next course</p>
              <p dir="auto" className={styles.lesson}>
                {next.course.title}
              </p>
              {next.lesson && (
                <p dir="auto" className={styles.facts}>
                  {next.lesson}
                </p>
              )}
            </div>
            <ButtonLink variant="primary" to={next.path} state={next.plays ? playing : undefined}>
              {next.label} <VisuallyHidden>{next.course.title}</VisuallyHidden>
              <ArrowRight aria-hidden="true" />
            </ButtonLink>
          </div>
        )
      )}
      <ButtonLink variant={next ? 'secondary' : 'primary'} to={LIBRARY_PATH}>
        Back to library
      </ButtonLink>
    </>
  )
}
