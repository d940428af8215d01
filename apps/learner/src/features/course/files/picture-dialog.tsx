import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import type { EnlargedPicture } from '@rookies/ui/markdown/text-file'
import { Dialog } from '../../../ui/dialog'
import styles from './picture-dialog.module.css'

interface PictureDialogProps {
  picture: EnlargedPicture
  files: LessonBody['lesson_files']
  onClose: () => void
}

/** A picture of a lesson, as large as the window lets it be, with its words. */
export function PictureDialog({ picture, files, onClose }: PictureDialogProps) {
  const file = files.find(({ path }) => path === picture.path)
  return (
    <Dialog title={file?.name ?? 'Picture'} wide onClose={onClose}>
      <figure className={styles.figure}>
        <img
          className={styles.picture}
          src={picture.address}
          alt={picture.words}
          width={file?.width ?? undefined}
          height={file?.height ?? undefined}
          referrerPolicy="no-referrer"
        />
        {picture.words && <figcaption className={styles.words}>{picture.words}</figcaption>}
      </figure>
    </Dialog>
  )
}
