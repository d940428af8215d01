import type { LibraryCourse } from '../library/library-query'
import { aBody } from './courses'
import type { anOutline } from './outline'

/** A small picture in a lesson. */
export const FILE = {
  ...{ path: '0b0c0d0e-0000-4000-8000-000000000001/tea.png', name: 'Tea.png', size: 2 },
  ...{ type: 'image/png', width: 1, height: 1, alt: '' },
}

/** A lesson that shows the picture. */
export const withFile = (id: string) =>
  aBody(id, { lesson_files: [FILE], content: `![](lesson-files/${FILE.path})` })

/** A person's account as `boot` returns it. */
export const account = (id: string, state = 'ACTIVE') => ({
  ...{ state, id, name: 'Ada', email: `${id}@rookies.test`, phone: '+44 1', role: 'MEMBER' },
  created_at: null,
})

/** The stored session of a person, valid for an hour. */
export const session = (id: string) => ({
  access_token: `token-${id}`,
  refresh_token: `refresh-${id}`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id, email: `${id}@rookies.test` },
})

/** The data of the server. */
export interface Server {
  state?: string
  library: LibraryCourse[]
  outlines: ReturnType<typeof anOutline>[]
  lessons: ReturnType<typeof aBody>[]
}
