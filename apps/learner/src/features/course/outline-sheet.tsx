import { LIBRARY_PATH } from '@rookies/data/access/home'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { ArrowLeft, ListTree } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { CloseButton } from '../../ui/close-button'
import { CourseProgress } from './course-progress'
import { OutlineNav } from './outline-nav'
import styles from './outline-sheet.module.css'

interface OutlineSheetProps {
  course: CourseOutline
  lessonId: string | undefined
}

/**
 * The outline on a phone: a bar with the link back, the course and the progress, and a sheet that the bar opens. The
 * `dialog` element keeps the focus inside.
 */
export function OutlineSheet({ course, lessonId }: OutlineSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)

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
    <section className={styles.bar} aria-label="Course">
      <Link to={LIBRARY_PATH} className={styles.button} aria-label="Back to library">
        <ArrowLeft aria-hidden="true" />
      </Link>
      <div className={styles.course}>
        <p className={styles.title}>{course.title}</p>
        <CourseProgress course={course} flat />
      </div>
      <button
        type="button"
        className={styles.button}
        aria-label="Course outline"
        aria-haspopup="dialog"
        onClick={show}
      >
        <ListTree aria-hidden="true" />
        <span>Outline</span>
      </button>
      {/* By keyboard, Escape or a link closes the sheet, so the backdrop needs no key handler. */}
      <dialog
        ref={dialog}
        className={styles.sheet}
        aria-label="Course outline"
        onClose={() => setOpen(false)}
        onClick={closeOnMove}
        onKeyDown={(event) => event.stopPropagation()}
      >
        <div className={styles.content}>
          {open && (
            <OutlineNav
              course={course}
              lessonId={lessonId}
              close={<CloseButton label="Close course outline" onClick={close} />}
            />
          )}
        </div>
      </dialog>
    </section>
  )
}
