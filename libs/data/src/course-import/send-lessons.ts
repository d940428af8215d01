import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { newId } from '../device/new-id'
import { unwrap } from '../errors'
import type { ImportedLesson, ImportedModule } from './payload'

/** Bytes in one request; web servers in front of an API commonly refuse more than a megabyte. */
const PIECE_BYTES = 900_000

/** The lessons of a course as they lie at the server, for a day: the sending's name and their number. */
export interface Sent {
  sending: string
  lessons: number
}

/** How far the sending has come. */
export interface SendingProgress {
  what: 'files' | 'lessons'
  done: number
  total: number
}

/** A lesson with where it stands: its module counts from 1, its place there from 0. */
interface Placed {
  module_no: number
  place: number
  lesson: ImportedLesson
}

function bodyOf({ lesson: { attachments, ...lesson }, ...where }: Placed): Json {
  const links = attachments?.map((link) => ({ ...link }))
  return { ...where, lesson: { ...lesson, ...(links && { attachments: links }) } }
}

/** The lessons in as few pieces as fit; one that is larger than a piece goes alone. */
function piecesOf(lessons: Placed[]): Json[][] {
  const pieces: Json[][] = []
  let room = 0
  for (const body of lessons.map(bodyOf)) {
    const bytes = new TextEncoder().encode(JSON.stringify(body)).length
    const piece = pieces.at(-1)
    if (piece !== undefined && bytes <= room) piece.push(body)
    else {
      pieces.push([body])
      room = PIECE_BYTES
    }
    room -= bytes
  }
  return pieces
}

/**
 * Sends the lessons of a course to where `importCourse` finds them, piece by piece; no course is changed.
 * In: its modules, and who hears how far it has come, after each piece. Out: what `importCourse` takes.
 * Throws DataError: 42501 when the signed-in person may not create courses, PT422 for too much.
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
  for (const piece of piecesOf(lessons)) {
    unwrap(await client.rpc('send_lessons', { sending: sent.sending, lessons: piece }))
    done += piece.length
    onProgress?.({ what: 'lessons', done, total: lessons.length })
  }
  return sent
}
