import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { formatCount } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Button, Flex } from 'antd'
import { CloudOff, Layers } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { Waiting } from '../../ui/waiting'
import { AddModule } from './add-module'
import { BinButton } from './bin-button'
import type { JUST_CREATED } from './course-address'
import { ModuleList } from './module-list'
import typography from './typography.module.css'

interface CourseContentProps {
  courseId: string
  /** Null while the modules load. */
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
    <section aria-labelledby="course-content" style={{ minWidth: 0 }}>
      <Flex
        wrap
        align="center"
        justify="space-between"
        gap="small"
        style={{ marginBottom: 'var(--space-4)' }}
      >
        <h2 id="course-content" className={typography.heading}>
          Course Content
        </h2>
        <Flex wrap align="center" gap="middle">
          {modules && modules.length > 0 && (
            <p className={typography.muted}>
              {`${formatCount(modules.length, 'module')}, ${formatCount(lessons, 'lesson')}`}
            </p>
          )}
          <BinButton courseId={courseId} />
        </Flex>
      </Flex>
      <Body {...props} />
    </section>
  )
}

function Body({ courseId, modules, failed, retrying, onRetry }: CourseContentProps) {
  const { justCreated = false } = (useLocation().state ?? {}) as Partial<typeof JUST_CREATED>
  if (modules === null && failed) {
    return (
      <ErrorState
        icon={<CloudOff />}
        level={3}
        title={COURSE_MESSAGES.loadFailed.text}
        actions={
          <Button type="primary" loading={retrying} onClick={onRetry}>
            Try Again
          </Button>
        }
      />
    )
  }
  if (modules === null) return <Waiting rows={10} />
  const empty = modules.length === 0
  return (
    <>
      {empty ? (
        <EmptyState icon={<Layers />} level={3} title="No modules yet">
          <p>A course has modules, and a module has lessons.</p>
        </EmptyState>
      ) : (
        <ModuleList courseId={courseId} modules={modules} />
      )}
      {/* One element for both layouts, so that the field keeps the focus after the first module was added. */}
      <Flex
        justify={empty ? 'center' : 'flex-start'}
        style={empty ? undefined : { marginTop: 'var(--space-4)' }}
      >
        <AddModule
          courseId={courseId}
          startOpen={empty && justCreated}
          label={empty ? 'Add First Module' : 'Add Module'}
        />
      </Flex>
    </>
  )
}
