import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { fileFacts } from '@rookies/data/files/file-size'
import { storedPath } from '@rookies/data/files/stored-file'
import { externalLink, isAppPath } from '@rookies/data/links/external-link'
import { FILE_GONE } from '@rookies/ui/markdown/text-file'
import { Download, ExternalLink, FileX2, Paperclip } from 'lucide-react'
import styles from './attachments.module.css'
import { useShownFiles } from './use-shown-files'

type Attachment = LessonBody['lesson_attachments'][number]

/** The links and files that belong to a lesson. */
export function Attachments({ lesson }: { lesson: LessonBody }) {
  const { root } = useShownFiles<HTMLUListElement>(lesson)
  return (
    <section>
      <h2>Attachments</h2>
      <ul ref={root} className={styles.list}>
        {lesson.lesson_attachments.map((attachment) => {
          const path = storedPath(attachment.url)
          // The path is the key because `useShownFiles` sets the address on the element.
          return path === null ? (
            <Link key={attachment.id} {...attachment} />
          ) : (
            <StoredFile
              key={`${attachment.id} ${path}`}
              title={attachment.title}
              file={lesson.lesson_files.find((file) => file.path === path)}
            />
          )
        })}
      </ul>
    </section>
  )
}

function Link({ title, url }: Attachment) {
  const outside = externalLink(url)
  if (!outside && !isAppPath(url)) return null
  const leaves = outside ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <li>
      <a href={outside?.href ?? url} className={styles.attachment} {...leaves}>
        <Paperclip aria-hidden="true" />
        <span dir="auto" className={styles.title}>
          {title}
        </span>{' '}
        {outside && (
          <span className={styles.facts}>
            {outside.hostname}
            <ExternalLink aria-label="opens in a new tab" role="img" />
          </span>
        )}
      </a>
    </li>
  )
}

interface StoredFileProps {
  title: string
  /** Undefined if the lesson has no such file. */
  file: LessonBody['lesson_files'][number] | undefined
}

/** Makes the element a focusable link while it has no address. */
const UNSIGNED = { role: 'link', tabIndex: 0 } as const

/** `useShownFiles` sets the address of the link. */
function StoredFile({ title, file }: StoredFileProps) {
  if (!file) {
    return (
      <li className={`${styles.attachment} ${styles.gone}`}>
        <FileX2 aria-hidden="true" />
        <span dir="auto" className={styles.title}>
          {title}
        </span>
        <span className={styles.facts}>{FILE_GONE}</span>
      </li>
    )
  }
  return (
    <li className={styles.file}>
      <a {...UNSIGNED} className={styles.attachment} data-file={file.path} download={file.name}>
        <Paperclip aria-hidden="true" />
        <span dir="auto" className={styles.title}>
          {title}
        </span>{' '}
        <span className={styles.facts}>
          {fileFacts(file)}
          <Download aria-hidden="true" />
        </span>
      </a>
    </li>
  )
}
