import type { Database } from '../database.gen'

type LessonRow = Database['public']['Tables']['lessons']['Row']
type AttachmentRow = Database['public']['Tables']['lesson_attachments']['Row']
type CourseRow = Database['public']['Tables']['courses']['Row']

/** A lesson as `import_course` takes it. `source_path` is what a second import finds it by. */
export type ImportedLesson = Pick<
  LessonRow,
  | 'title'
  | 'content_type'
  | 'video_provider'
  | 'video_asset_id'
  | 'video_start_sec'
  | 'external_url'
  | 'description'
  | 'content'
  | 'duration_sec'
  | 'free_preview'
> &
  Partial<Pick<LessonRow, 'file_key' | 'file_name' | 'file_size'>> & {
    source_path: string
    /** The lesson that the file was exported from; it is found by it wherever the file lies now. */
    id?: string
    /** Left out, the lesson keeps what it has. */
    attachments?: ImportedAttachment[]
  }

/** A titled link under a lesson. */
export type ImportedAttachment = Pick<AttachmentRow, 'title' | 'url'>

export interface ImportedModule {
  source_path: string
  /** As with lessons. */
  id?: string
  title: string
  lessons: ImportedLesson[]
}

/** Fields left out keep what the course has; null empties them. */
export type ImportedCourse = Pick<CourseRow, 'title' | 'slug'> & { publish: boolean } & Partial<
    Pick<
      CourseRow,
      'description' | 'author_name' | 'author_description' | 'thumbnail_url' | 'category'
    >
  >

/** What the function `import_course` takes: a course with its modules and lessons, in order. */
export interface ImportPayload {
  course: ImportedCourse
  modules: ImportedModule[]
}

/** Something that could not be taken as it stands. Lines count from 1. */
export interface ImportIssue {
  path: string
  line?: number
  /** What can't be taken and why, in the same words for all of a kind. */
  message: string
  /** Which one: an address, a key, another file. */
  about?: string
  /** The file, or the lesson that it would have been, is not in the course. */
  leftOut?: true
}
