import type { LessonBody } from '@rookies/data/courses/lesson-query'
import { FileX2, TextSelect } from 'lucide-react'
import { ExternalLinkCard } from './external-link-card'
import { LessonText } from './lesson-text'
import { MissingContent } from './missing-content'
import { VideoPlayer } from './video-player'

/** What the lesson is about, by its type (product §2). */
export function LessonPrimary({ lesson }: { lesson: LessonBody }) {
  switch (lesson.content_type) {
    case 'VIDEO':
      return <VideoPlayer lesson={lesson} />
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
