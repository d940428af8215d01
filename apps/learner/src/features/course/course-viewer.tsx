import {
  type CourseOutline,
  lessonAfter,
  lessonBefore,
  type OutlineLesson,
} from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { previewedCourse, viewerState } from '@rookies/data/course-viewing/viewer-state'
import { log } from '@rookies/data/logs/log'
import { Boundary } from '@rookies/ui/components/boundary/boundary'
import { useMemo, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { LazyPart } from '../../shared/lazy-part'
import { OptionalPart, Part } from '../../shared/optional-section'
import { useOwnChanges } from '../../shared/use-own-changes'
import { showError } from '../../ui/toast-store'
import { CoursePane } from './course-pane'
import styles from './course-viewer.module.css'
import { LessonPane } from './lesson-pane'
import { Opening } from './opening-part'
import { OutlineNav } from './outline-nav'
import { OutlineSheet } from './outline-sheet'
import type { PreviewBarProps } from './preview-bar'
import type { ShortcutsDialogProps } from './shortcuts-dialog'
import { useShortcuts } from './use-shortcuts'

const previewBar = new LazyPart<PreviewBarProps>(() => import('./preview-bar'))
const shortcutsDialog = new LazyPart<ShortcutsDialogProps>(() => import('./shortcuts-dialog'))

interface CourseViewerProps {
  outline: CourseOutline
  /** The lesson in the address; undefined at the course's own address. */
  lessonId: string | undefined
}

/** Shows the outline beside the lesson; on a phone the outline is a sheet. */
export function CourseViewer({ outline, lessonId }: CourseViewerProps) {
  const preview = outline.can_preview
  const [withAccess, setWithAccess] = useState(true)
  const navigate = useNavigate()
  const [helping, setHelping] = useState(false)
  const help = () => setHelping(true)
  const noHelp = (thrown: unknown) => {
    log('error', 'shortcuts', String(thrown), thrown)
    setHelping(false)
    showError('The shortcuts could not be loaded. Please check your connection.')
  }
  useOwnChanges('dates', outline.in_cohort)
  const course = useMemo(
    () => (preview ? previewedCourse(outline, withAccess) : outline),
    [outline, preview, withAccess],
  )
  const go = (lesson: OutlineLesson | null) => {
    if (lesson) navigate(lessonPath(course.slug, lesson.id))
  }
  useShortcuts({
    '?': help,
    ...(lessonId !== undefined && {
      n: () => go(lessonAfter(course, lessonId)),
      p: () => go(lessonBefore(course, lessonId)),
    }),
  })

  const state = viewerState(course, lessonId)
  if (state.kind === 'redirect') {
    return <Navigate to={lessonPath(course.slug, state.lessonId)} replace />
  }
  return (
    <>
      {preview && (
        <div className={styles.preview}>
          <OptionalPart
            subject="The preview bar"
            className={styles.missing}
            part={previewBar}
            props={{ course, withAccess, onSwitch: setWithAccess }}
          />
        </div>
      )}
      <div className={styles.viewer} data-frame="course">
        <aside className={styles.side} aria-label="Course outline">
          <OutlineNav course={course} lessonId={lessonId} />
        </aside>
        <OutlineSheet course={course} lessonId={lessonId} />
        <main className={styles.main}>
          {state.kind === 'lesson' ? (
            <LessonPane
              key={state.lesson.id}
              course={course}
              lesson={state.lesson}
              onShowShortcuts={help}
            />
          ) : (
            <CoursePane course={course} state={state} />
          )}
        </main>
      </div>
      {course.changes_at && <Opening course={course} />}
      <Boundary place={helping} onFault={noHelp}>
        {helping && <Part part={shortcutsDialog} props={{ onClose: () => setHelping(false) }} />}
      </Boundary>
    </>
  )
}
