import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import type { CourseOutline } from '@rookies/data/course-viewing/outline'
import { recordsProgress } from '@rookies/data/course-viewing/preview'
import { FileX2, TextSelect } from 'lucide-react'
import { usePart } from '../../shared/lazy-part'
import { ExternalLinkCard } from './external-link-card'
import { LessonText } from './lesson-text'
import { MissingContent } from './missing-content'
import { videoLesson } from './video/video-part'

interface LessonPrimaryProps {
  lesson: LessonBody
  course: CourseOutline
}

/** What the lesson is about, by its type. */
export function LessonPrimary({ lesson, course }: LessonPrimaryProps) {
  const VideoLesson = usePart(videoLesson, lesson.content_type === 'VIDEO')
  switch (lesson.content_type) {
    case 'VIDEO':
      return (
        VideoLesson && (
          <VideoLesson lesson={lesson} slug={course.slug} records={recordsProgress(course)} />
        )
      )
    case 'EXTERNAL_LINK':
      return <ExternalLinkCard url={lesson.external_url} title={lesson.title} />
    case 'FILE':
      return (
        <MissingContent icon={<FileX2 />} title="File Content Not Supported">
          Please use external links for file resources.
        </MissingContent>
      )
    case 'TEXT':
      return lesson.content?.trim() ? (
        <LessonText source={lesson.content} headingOffset={1} />
      ) : (
        <MissingContent icon={<TextSelect />} title="No Content Available" />
      )
  }
}
