import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { recordsProgress } from '@rookies/data/course-viewing/viewer-state'
import { usePart } from '../../shared/lazy-part'
import { AboutLesson } from './about-lesson'
import { externalLinkCard } from './external-link-part'
import { fileLesson } from './files/files-part'
import { LessonText } from './lesson-text'
import { videoLesson } from './video/video-part'

interface LessonPrimaryProps {
  lesson: LessonBody
  course: CourseOutline
}

/** The main content of a lesson, after its description. */
export function LessonPrimary(props: LessonPrimaryProps) {
  const about = <AboutLesson description={props.lesson.description} />
  const first = props.lesson.content_type !== 'VIDEO'
  return (
    <>
      {first && about}
      <ByType {...props} />
      {!first && about}
    </>
  )
}

function ByType({ lesson, course }: LessonPrimaryProps) {
  const VideoLesson = usePart(videoLesson, lesson.content_type === 'VIDEO')
  const FileLesson = usePart(fileLesson, lesson.content_type === 'FILE')
  const LinkCard = usePart(externalLinkCard, lesson.content_type === 'EXTERNAL_LINK')
  switch (lesson.content_type) {
    case 'VIDEO':
      return (
        VideoLesson && (
          <VideoLesson lesson={lesson} course={course} records={recordsProgress(course)} />
        )
      )
    case 'EXTERNAL_LINK':
      return LinkCard && <LinkCard url={lesson.external_url} title={lesson.title} />
    case 'FILE':
      return FileLesson && <FileLesson lesson={lesson} />
    case 'TEXT':
      return (
        <LessonText
          course={course}
          lesson={lesson}
          headingOffset={1}
          records={recordsProgress(course)}
        />
      )
  }
}
