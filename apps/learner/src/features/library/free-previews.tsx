import { libraryDuration } from '@rookies/data/course-viewing/duration'
import { LESSON_TYPES } from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { freePreviewsQuery } from '@rookies/data/library/free-previews-query'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import styles from './free-previews.module.css'

/** Lessons that a person without a course may open (rules/learning#free-previews). */
export default function FreePreviews() {
  const previews = useQuery(freePreviewsQuery(useData()))
  if (previews.data?.length === 0 || (previews.isPending && !previews.isError)) return null
  return (
    <section aria-labelledby="free-previews" className={styles.previews}>
      <h2 id="free-previews" className={styles.title}>
        Free lessons to start with
      </h2>
      {previews.data ? (
        <ul className={styles.list}>
          {previews.data.map(({ id, title, type, duration_sec, slug, course, thumbnail_url }) => (
            <li key={id} className={styles.card}>
              <div className={styles.picture} aria-hidden="true">
                <Thumbnail title={course} src={thumbnail_url} />
              </div>
              <div className={styles.text}>
                <h3 dir="auto" className={styles.lesson}>
                  <Link to={lessonPath(slug, id)} className={styles.link}>
                    {title}
                  </Link>
                </h3>
                <p dir="auto" className={styles.course}>
                  {course}
                </p>
                <p className={styles.facts}>
                  <span>{LESSON_TYPES[type]}</span>
                  {duration_sec > 0 && <span>{libraryDuration(duration_sec)}</span>}
                </p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p>The free lessons could not be loaded. Please check your connection.</p>
          <Button onClick={() => previews.refetch()} disabled={previews.isFetching}>
            Try Again
          </Button>
        </>
      )}
    </section>
  )
}
