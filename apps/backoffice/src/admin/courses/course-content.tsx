import type { ModuleSummary } from '@rookies/data/catalogue/course-content'
import { COURSE_TOASTS } from '@rookies/data/catalogue/messages'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button } from 'antd'
import { CloudOff, Layers } from 'lucide-react'
import styles from './course-content.module.css'
import { ModuleSection } from './module-section'

interface CourseContentProps {
  /** Null until they are known. */
  modules: readonly ModuleSummary[] | null
  failed: boolean
  retrying: boolean
  onRetry: () => void
}

/** The Course Content card: modules with their lessons, in order. */
export function CourseContent(props: CourseContentProps) {
  const { modules } = props
  const lessons = modules?.reduce((sum, module) => sum + module.lessons.length, 0) ?? 0
  return (
    <section className={styles.card} aria-labelledby="course-content">
      <div className={styles.head}>
        <h2 id="course-content" className={styles.heading}>
          Course Content
        </h2>
        {modules && modules.length > 0 && (
          <p className={styles.counts}>
            {`${plural(modules.length, 'module')}, ${plural(lessons, 'lesson')}`}
          </p>
        )}
      </div>
      <Body {...props} />
    </section>
  )
}

function Body({ modules, failed, retrying, onRetry }: CourseContentProps) {
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
  if (modules.length === 0) {
    return <EmptyState icon={<Layers />} level={3} title="No modules yet" />
  }
  return (
    <ol className={styles.modules}>
      {modules.map((module, position) => (
        <li key={module.id}>
          <ModuleSection module={module} number={position + 1} />
        </li>
      ))}
    </ol>
  )
}

function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
