import { LIBRARY_PATH } from '@rookies/data/access/home'
import { courseMessages, needsConnection } from '@rookies/data/course-viewing/messages'
import { type DataError, isSilence } from '@rookies/data/errors'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { CircleAlert, SearchX, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { usePageTitle } from '../../shared/use-page-title'
import { Button } from '../../ui/button'
import styles from './panes.module.css'

interface Retry {
  retrying: boolean
  onRetry: () => void
}

/** Shown for a course that does not exist, and in the same way for one that is hidden from the person. */
export function CourseNotFound(retry: Retry) {
  return (
    <CourseError
      {...retry}
      icon={<SearchX />}
      title="Course not found"
      message={courseMessages.courseNotFound}
      debug={{ code: 'NOT_FOUND' }}
    />
  )
}

export function CourseFailed({ error, ...retry }: Retry & { error: DataError }) {
  const isAway = isSilence(error)
  return (
    <CourseError
      {...retry}
      icon={isAway ? <WifiOff data-quiet /> : <CircleAlert />}
      {...(isAway
        ? needsConnection('This course', retry.retrying)
        : { title: 'Error Loading Course', message: courseMessages.courseFailed })}
      debug={{
        code: error.code,
        message: error.message,
        ...(error.status !== undefined && { status: String(error.status) }),
      }}
    />
  )
}

interface CourseErrorProps extends Retry {
  icon: ReactNode
  title: string
  message: string
  debug: Record<string, string>
}

function CourseError({ icon, title, message, debug, retrying, onRetry }: CourseErrorProps) {
  const navigate = useNavigate()
  const { key, pathname } = useLocation()
  usePageTitle(title)
  // On the first page of a visit, going back would leave the portal, so the button opens the library.
  const goBack = () => (key === 'default' ? navigate(LIBRARY_PATH) : navigate(-1))
  return (
    <main className={styles.pane}>
      <ErrorState
        level={1}
        icon={icon}
        title={title}
        message={message}
        actions={
          <>
            <Button variant="primary" onClick={onRetry} disabled={retrying}>
              Retry
            </Button>
            <Button onClick={goBack}>Go Back</Button>
          </>
        }
        debug={{ ...debug, path: pathname, time: new Date().toISOString() }}
      />
    </main>
  )
}
