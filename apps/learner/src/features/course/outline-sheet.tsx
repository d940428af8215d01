import { lessonsInOrder } from '@rookies/data/course-viewing/lesson-order'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { ListTree, X } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { OutlineNav } from './outline-nav'
import styles from './outline-sheet.module.css'

interface OutlineSheetProps {
  course: CourseOutline
  lessonId: string | undefined
}

/** The outline on a phone: a bar that opens it as a sheet. The dialog element keeps focus inside. */
export function OutlineSheet({ course, lessonId }: OutlineSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const lessons = lessonsInOrder(course)
  const at = lessons.findIndex((lesson) => lesson.id === lessonId)

  const show = () => {
    setOpen(true)
    dialog.current?.showModal()
  }
  const close = () => dialog.current?.close()
  const closeOnMove = (event: MouseEvent) => {
    const onBackdrop = event.target === dialog.current
    const onLink = event.target instanceof Element && event.target.closest('a') !== null
    if (onBackdrop || onLink) close()
  }

  return (
    <div className={styles.bar}>
      <button type="button" className={styles.open} aria-haspopup="dialog" onClick={show}>
        <ListTree aria-hidden="true" />
        Course outline
      </button>
      {at >= 0 && (
        <span className={styles.place}>
          Lesson {at + 1} of {lessons.length}
        </span>
      )}
      {/* Keys reach the same ends by the dialog's own Escape and by the links. */}
      <dialog
        ref={dialog}
        className={styles.sheet}
        aria-label="Course outline"
        onClose={() => setOpen(false)}
        onClick={closeOnMove}
        onKeyDown={(event) => event.stopPropagation()}
      >
        <div className={styles.content}>
          <button
            type="button"
            className={styles.close}
            aria-label="Close course outline"
            onClick={close}
          >
            <X aria-hidden="true" />
          </button>
          {open && <OutlineNav course={course} lessonId={lessonId} />}
        </div>
      </dialog>
    </div>
  )
}
