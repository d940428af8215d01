import type { LibraryCourse } from '../library/library-query'
import type { anOutline } from './outline'

/** A course of the library, begun and not finished unless `change` says otherwise. */
export const aCourse = (slug: string, change: Partial<LibraryCourse> = {}): LibraryCourse => ({
  id: `c-${slug}`,
  slug,
  title: slug,
  description: null,
  thumbnail_url: null,
  author_name: null,
  category: null,
  total: 3,
  completed: 1,
  duration_sec: 0,
  next_lesson_id: null,
  resume: null,
  entitled_at: '2026-01-01T00:00:00Z',
  last_activity_at: null,
  expires_at: null,
  ended: false,
  ...change,
})

/** A lesson as the server sends it. */
export const aBody = (id: string, change: object = {}) => ({
  id,
  module_id: 'm1',
  title: `Lesson ${id}`,
  content_type: 'TEXT',
  video_provider: 'NONE',
  video_asset_id: null,
  video_start_sec: 0,
  external_url: null,
  description: null,
  content: `Text of ${id}`,
  duration_sec: 0,
  free_preview: false,
  file_key: null,
  file_name: null,
  file_size: null,
  lesson_files: [],
  lesson_attachments: [],
  lesson_progress: [],
  ...change,
})

/** A small picture that a lesson shows. */
export const FILE = {
  ...{ path: '0b0c0d0e-0000-4000-8000-000000000001/tea.png', name: 'Tea.png', size: 2 },
  ...{ type: 'image/png', width: 1, height: 1, alt: '' },
}
/** A lesson that shows it. */
export const withFile = (id: string) =>
  aBody(id, { lesson_files: [FILE], content: `![](lesson-files/${FILE.path})` })

/** A person's account as `boot` has it. */
export const account = (id: string, state = 'ACTIVE') => ({
  ...{ state, id, name: 'Ada', email: `${id}@rookies.test`, phone: '+44 1', role: 'MEMBER' },
  created_at: null,
})

/** What is stored of a person who is signed in, for an hour from now. */
export const session = (id: string) => ({
  access_token: `token-${id}`,
  refresh_token: `refresh-${id}`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id, email: `${id}@rookies.test` },
})

/** What the server has; null: it cannot be reached. */
export interface Server {
  state?: string
  library: LibraryCourse[]
  outlines: ReturnType<typeof anOutline>[]
  lessons: ReturnType<typeof aBody>[]
}
