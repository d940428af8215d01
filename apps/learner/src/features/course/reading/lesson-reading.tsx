import './print.css'
import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { type CourseOutline, lessonsInOrder } from '@rookies/data/course-viewing/outline'
import { fileFacts } from '@rookies/data/files/file-size'
import MarkdownView from '@rookies/ui/markdown/markdown-view'
import type { EnlargedPicture } from '@rookies/ui/markdown/text-file'
import { FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PictureDialog } from '../files/picture-dialog'
import { useFileAddresses } from '../files/use-file-addresses'
import { MissingContent } from '../missing-content'
import styles from './lesson-reading.module.css'
import { OnThisPage } from './on-this-page'
import { ResumedNote } from './resumed-note'
import { type Section, sectionsOf } from './sections'
import { usePassage } from './use-passage'
import { useReadingPlace } from './use-reading-place'

export interface LessonReadingProps {
  course: CourseOutline
  lesson: LessonBody
  /** The number of heading levels that the page uses above the text. */
  headingOffset: number
  /** True if the reading position is stored: not in a preview, and not for notes below a video. */
  records?: boolean
}

interface Shown {
  content: HTMLElement
  sections: Section[]
}

/** Shows a lesson's text. If a text lesson, an assignment or an exercise has none, it says so. */
export default function LessonReading(props: LessonReadingProps) {
  const { content, content_type } = props.lesson
  return /TEXT|ASSIGNMENT|EXERCISE/.test(content_type) && !content?.trim() ? (
    <MissingContent icon={<FileText />} title="No Content Available" />
  ) : (
    <Reading {...props} />
  )
}

/** The text with its table of contents. It opens where the person stopped reading (rules/learning#reading-place). */
function Reading(props: LessonReadingProps) {
  const { course, lesson, headingOffset, records = false } = props
  // A completed lesson opens at its beginning.
  const done = lessonsInOrder(course).some(({ id, done }) => id === lesson.id && done)
  const [shown, setShown] = useState<Shown | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const [enlarged, setEnlarged] = useState<EnlargedPicture | null>(null)
  const readAddresses = useFileAddresses(lesson)
  const navigate = useNavigate()
  usePassage(root)
  const resumed = useReadingPlace(shown?.content ?? null, lesson.id, records && !done)

  return (
    <div ref={root} className={styles.reading}>
      <div className={styles.page}>
        {shown && shown.sections.length > 0 && <OnThisPage sections={shown.sections} />}
        <div className={styles.text} data-lesson-text>
          <MarkdownView
            source={lesson.content ?? ''}
            headingOffset={headingOffset}
            onFollow={navigate}
            files={lesson.lesson_files}
            fileFacts={fileFacts}
            readAddresses={readAddresses}
            onEnlarge={setEnlarged}
            onShown={(content) =>
              setShown({ content, sections: sectionsOf(content, headingOffset + 1) })
            }
          />
        </div>
      </div>
      {resumed && <ResumedNote />}
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
