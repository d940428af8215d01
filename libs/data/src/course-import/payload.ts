import type { AssignmentPart } from '../assignments/assignment-part'
import type { Database } from '../database.gen'
import type { ExercisePart } from '../exercises/exercise-part'

type LessonRow = Database['public']['Tables']['lessons']['Row']
type AttachmentRow = Database['public']['Tables']['lesson_attachments']['Row']
type CourseRow = Database['public']['Tables']['courses']['Row']

/** A lesson for `import_course`. Importing a folder again finds the lesson by its `source_path`. */
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
    /** The id of an exported lesson. An import finds the lesson by it, even if its file was moved. */
    id?: string
    /** If missing, the lesson keeps its attachments. */
    attachments?: ImportedAttachment[]
    /** Only if the lesson is an assignment. */
    assignment?: AssignmentPart
    /** Only if the lesson is an exercise. If missing, the stored exercise stays unchanged. */
    exercise?: ExercisePart
  }

/** A link with a title that belongs to a lesson. */
export type ImportedAttachment = Pick<AttachmentRow, 'title' | 'url'>

export interface ImportedModule {
  source_path: string
  /** The id of an exported module, by which an import finds it. */
  id?: string
  title: string
  lessons: ImportedLesson[]
}

/** A missing field keeps the value of the stored course; null clears it. */
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

/** Something in the folder that could not be imported unchanged. Lines are counted from 1. */
export interface ImportIssue {
  path: string
  line?: number
  /** The reason. All issues of one kind have the same text. */
  message: string
  /** The address, key, or file that the issue is about. */
  about?: string
  /** Whether the whole file, or the lesson in it, is not imported. */
  leftOut?: true
}

/** The source path of the module whose files are in the course's own folder. */
export const ROOT = '.'

/** A file that a text links to and that is imported with it. */
export interface NamedAsset {
  path: string
  /** The name without folders. */
  name: string
  /** Bytes. */
  size: number
  /** A temporary path in the texts, which the path from the database replaces. */
  standIn: string
}

/** A course as it was read from a folder. */
export interface ReadCourse {
  course: ImportPayload
  /**
   * Whether the files state a title. If not, the title is the folder's name, and an existing course keeps its own
   * title.
   */
  hasOwnTitle: boolean
  /** The course's files that are not texts. Paths must replace their stand-ins before the texts are sent. */
  assets: NamedAsset[]
  issues: ImportIssue[]
}
