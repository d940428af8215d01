import { lessonAfter, lessonBefore } from '@rookies/data/course-viewing/lesson-order'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { lessonPath } from '@rookies/data/course-viewing/paths'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { shortcutsEnabled } from '../../shared/single-keys'
import { shortcutOf } from './shortcut-key'

/** Single keys of the viewer: next, previous, mark complete, and `?` for the list. */
export function useShortcuts(
  course: CourseOutline,
  lessonId: string | undefined,
  onAsk: () => void,
): void {
  const navigate = useNavigate()

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = shortcutOf(event, event.target)
      // What is behind a dialog does not hear its keys.
      if (!key || !shortcutsEnabled() || document.querySelector('dialog[open]')) return
      if (key === '?') onAsk()
      // The button itself knows whether there is anything to complete.
      else if (key === 'm') {
        document.querySelector<HTMLElement>('main [aria-keyshortcuts="m"]')?.click()
      } else if (lessonId) {
        const lesson = (key === 'n' ? lessonAfter : lessonBefore)(course, lessonId)
        if (lesson) navigate(lessonPath(course.slug, lesson.id))
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [course, lessonId, navigate, onAsk])
}
