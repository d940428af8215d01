import type { Database } from '../database.gen'

type LessonRow = Database['public']['Tables']['lessons']['Row']

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
> & { source_path: string }

export interface ImportedModule {
  source_path: string
  title: string
  lessons: ImportedLesson[]
}

/** Fields left out keep what the course has. */
export interface ImportedCourse {
  title: string
  slug: string
  description?: string
  author_name?: string
  category?: string
  publish: boolean
}

/** What the function `import_course` takes: a course with its modules and lessons, in order. */
export interface ImportPayload {
  course: ImportedCourse
  modules: ImportedModule[]
}

/** Something that could not be taken as it stands. Lines count from 1. */
export interface ImportIssue {
  path: string
  line?: number
  message: string
}
