import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import { pluralize } from '@rookies/data/course-editing/impact-messages'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { CloudOff, Layers } from 'lucide-react'
import { AddModule } from './add-module'
import { BinButton } from './bin-button'
import styles from './course-content.module.css'
import { LessonDialogHost } from './lesson-dialog/lesson-dialog-host'
import { ModuleList } from './module-list'

interface CourseContentProps {
  courseId: string
  /** Null until they are known. */
  modules: readonly ModuleSummary[] | null
  failed: boolean
  retrying: boolean
  onRetry: () => void
}

/** The Course Content card: modules with their lessons, in order. */
export function CourseContent(props: CourseContentProps) {
  const { courseId, modules } = props
  const lessons = modules?.reduce((sum, module) => sum + module.lessons.length, 0) ?? 0
  return (
    <section className={styles.card} aria-labelledby="course-content">
      <div className={styles.head}>
        <h2 id="course-content" className={styles.heading}>
          Course Content
        </h2>
        <div className={styles.tools}>
          {modules && modules.length > 0 && (
            <p className={styles.counts}>
              {`${pluralize(modules.length, 'module')}, ${pluralize(lessons, 'lesson')}`}
            </p>
          )}
          <BinButton courseId={courseId} />
        </div>
      </div>
      <Body {...props} />
      <LessonDialogHost />
    </section>
  )
}

function Body({ courseId, modules, failed, retrying, onRetry }: CourseContentProps) {
  if (modules === null && failed) {
    return (
      <ErrorState
        icon={<CloudOff />}
        level={3}
        title={COURSE_TOASTS.loadFailed.text}
        actions={
          <Button loading={retrying} onClick={onRetry}>
            Try Again
          </Button>
        }
      />
    )
  }
  if (modules === null) {
    return (
      <div role="status" className={styles.loading}>
        <VisuallyHidden>Loading...</VisuallyHidden>
        <Skeleton className={styles.line} />
        <Skeleton className={styles.line} />
        <Skeleton className={styles.line} />
      </div>
    )
  }
  const empty = modules.length === 0
  return (
    <>
      {empty ? (
        <EmptyState icon={<Layers />} level={3} title="No modules yet" />
      ) : (
        <ModuleList courseId={courseId} modules={modules} />
      )}
      {/* The same before and after the first one: the next title is typed where the first one was. */}
      <div className={empty ? styles.addFirst : styles.add}>
        <AddModule courseId={courseId} label={empty ? 'Add First Module' : 'Add Module'} />
      </div>
    </>
  )
}
