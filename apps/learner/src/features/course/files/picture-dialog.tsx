import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import type { EnlargedPicture } from '@rookies/ui/markdown/text-file'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialog'
import styles from './picture-dialog.module.css'

interface PictureDialogProps {
  picture: EnlargedPicture
  files: LessonBody['lesson_files']
  onClose: () => void
}

/** Shows a picture of a lesson as large as the window allows, with its caption. A press shows it in its own size. */
export function PictureDialog({ picture, files, onClose }: PictureDialogProps) {
  const file = files.find(({ path }) => path === picture.path)
  const [actual, setActual] = useState(false)
  return (
    <Dialog title={file?.name ?? 'Picture'} wide onClose={onClose}>
      <figure className={styles.figure}>
        <div className={styles.window}>
          <button
            type="button"
            className={styles.press}
            aria-label="Actual size"
            aria-pressed={actual}
            onClick={() => setActual(!actual)}
          >
            <img
              className={actual ? styles.actual : styles.picture}
              src={picture.address}
              alt={picture.alt}
              width={file?.width ?? undefined}
              height={file?.height ?? undefined}
              referrerPolicy="no-referrer"
            />
          </button>
        </div>
        {picture.alt && <figcaption className={styles.caption}>{picture.alt}</figcaption>}
      </figure>
    </Dialog>
  )
}
