import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { newId } from '../device/new-id'
import { unwrap } from '../errors'
import { inPieces } from '../pieces'
import type { ImportedLesson, ImportedModule } from './payload'

/**
 * The lessons of a course that were sent to the server, which keeps them for a day: the id of this upload and their
 * number.
 */
export interface Sent {
  sending: string
  lessons: number
}

/** How many lessons were sent already. */
export interface SendingProgress {
  what: 'files' | 'lessons'
  done: number
  total: number
}

/** A lesson with the position of its module, from 1, and its own position in the module, from 0. */
interface Placed {
  module_no: number
  place: number
  lesson: ImportedLesson
}

function bodyOf({ lesson: { attachments, ...lesson }, ...where }: Placed): Json {
  const links = attachments?.map((link) => ({ ...link }))
  return { ...where, lesson: { ...lesson, ...(links && { attachments: links }) } }
}

/**
 * Sends the lessons of a course to the server in several requests. They change no course until `importCourse` uses
 * them. `onProgress` is called after each request. Throws DataError: `42501` if the person may not create courses,
 * `PT422` if there is too much.
 */
export async function sendLessons(
  client: Pick<DataClient, 'rpc'>,
  modules: ImportedModule[],
  onProgress?: (progress: SendingProgress) => void,
): Promise<Sent> {
  const lessons = modules.flatMap((module, index) =>
    module.lessons.map((lesson, place) => ({ module_no: index + 1, place, lesson })),
  )
  const sent = { sending: newId(), lessons: lessons.length }
  let done = 0
  for (const piece of inPieces(lessons.map(bodyOf))) {
    unwrap(await client.rpc('send_lessons', { sending: sent.sending, lessons: piece }))
    done += piece.length
    onProgress?.({ what: 'lessons', done, total: lessons.length })
  }
  return sent
}
