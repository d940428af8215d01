import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { fileFacts } from '@rookies/data/files/file-size'
import { isPicture } from '@rookies/data/files/file-types'
import { Download, File, FileX2 } from 'lucide-react'
import { ButtonAnchor } from '../../../ui/button'
import { MissingContent } from '../missing-content'
import styles from './file-lesson.module.css'
import { PictureDialog } from './picture-dialog'
import { useShownFiles } from './use-shown-files'

/** A lesson that is a file: a picture is shown, any other file is described and can be downloaded. */
export default function FileLesson({ lesson }: { lesson: LessonBody }) {
  const file = lesson.lesson_files.find(({ path }) => path === lesson.file_key)
  if (!file) {
    return (
      <MissingContent icon={<FileX2 />} title="File Content Not Supported">
        Please use external links for file resources.
      </MissingContent>
    )
  }
  return <Card key={file.path} lesson={lesson} file={file} />
}

interface CardProps {
  lesson: LessonBody
  file: LessonBody['lesson_files'][number]
}

function Card({ lesson, file }: CardProps) {
  const { root, enlarged, setEnlarged } = useShownFiles<HTMLDivElement>(lesson)
  return (
    <div ref={root} className={styles.card}>
      {isPicture(file) && (
        <div className={styles.picture}>
          <button
            type="button"
            className="md-enlarge"
            aria-label={file.alt ? `Enlarge picture: ${file.alt}` : 'Enlarge picture'}
          >
            <img
              data-file={file.path}
              alt={file.alt}
              width={file.width ?? undefined}
              height={file.height ?? undefined}
              decoding="async"
              referrerPolicy="no-referrer"
            />
          </button>
        </div>
      )}
      <div className={styles.row}>
        <File aria-hidden="true" className={styles.icon} />
        <div className={styles.text}>
          <p dir="auto" className={styles.name}>
            {file.name}
          </p>
          <p className={styles.facts}>{fileFacts(file)}</p>
        </div>
        <span className={styles.download}>
          <ButtonAnchor
            variant="primary"
            data-file={file.path}
            download={file.name}
            role="link"
            tabIndex={0}
          >
            <Download aria-hidden="true" />
            Download
          </ButtonAnchor>
        </span>
      </div>
      {enlarged && (
        <PictureDialog
          picture={enlarged}
          files={lesson.lesson_files}
          onClose={() => setEnlarged(null)}
        />
      )}
    </div>
  )
}
