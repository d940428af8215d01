import type { AssignmentPart } from '../assignments/assignment-part'
import type { Database } from '../database.gen'
import type { ExercisePart } from '../exercises/exercise-part'

type LessonRow = Database['public']['Tables']['lessons']['Row']
type AttachmentRow = Database['public']['Tables']['lesson_attachments']['Row']
type CourseRow = Database['public']['Tables']['courses']['Row']

/** A lesson for `import_course`. A second import finds it by its `source_path`. */
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
    /** The id of the exported lesson, by which it is found wherever the file is now. */
    id?: string
    /** If missing, the lesson keeps its attachments. */
    attachments?: ImportedAttachment[]
    /** Only of a lesson that is an assignment. */
    assignment?: AssignmentPart
    /** Only of a lesson that is an exercise; if missing, the lesson keeps its exercise. */
    exercise?: ExercisePart
  }

/** A link of a lesson with a title. */
export type ImportedAttachment = Pick<AttachmentRow, 'title' | 'url'>

export interface ImportedModule {
  source_path: string
  /** The same as for lessons. */
  id?: string
  title: string
  lessons: ImportedLesson[]
}

/** Missing fields keep the course's values; null empties them. */
export type ImportedCourse = Pick<CourseRow, 'title' | 'slug'> & { publish: boolean } & Partial<
    Pick<
      CourseRow,
      'description' | 'author_name' | 'author_description' | 'thumbnail_url' | 'category'
    >
  >

/** The argument of `import_course`: a course with its modules and lessons, in order. */
export interface ImportPayload {
  course: ImportedCourse
  modules: ImportedModule[]
}

/** Something that could not be imported unchanged. Lines count from 1. */
export interface ImportIssue {
  path: string
  line?: number
  /** The reason, with the same text for all of a kind. */
  message: string
  /** What it concerns: an address, a key, another file. */
  about?: string
  /** Whether the file, or the lesson that it would have been, is not imported. */
  leftOut?: true
}

/** The source path of the module with the files of the course's own folder. */
export const ROOT = '.'

/** A file that a text links to and that is imported with it. */
export interface NamedAsset {
  path: string
  /** The name without folders. */
  name: string
  /** Bytes. */
  size: number
  /** Replaces its address in the texts until the database gives it a path. */
  standIn: string
}

/** The result of reading a folder. */
export interface ReadCourse {
  course: ImportPayload
  /** Whether the title comes from more than the folder's name, so that it replaces the title of an existing course. */
  titleTold: boolean
  /** The other files of the course; their stand-ins must be replaced by paths before the texts are sent. */
  assets: NamedAsset[]
  issues: ImportIssue[]
}
