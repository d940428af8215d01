import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'

/** Said when nobody is signed in at the moment of completing (product §8). */
export const LOGIN_TO_TRACK = 'Please log in to track progress.'

/**
 * Marks a lesson complete for the signed-in person. Sent any number of times it counts once
 * (decisions §10). Throws DataError: `NO_SESSION` for a visitor, `42501` for a lesson that may not be
 * opened.
 */
export async function completeLesson(client: DataClient, lessonId: string): Promise<void> {
  const user_id = await ownId(client)
  unwrap(
    await client
      .from('lesson_completions')
      .upsert(
        { user_id, lesson_id: lessonId },
        { onConflict: 'user_id,lesson_id', ignoreDuplicates: true },
      ),
  )
}

/**
 * Takes a completion back. Already taken back, in another tab for instance, is success; a row that
 * is still there was refused: DataError `DENIED`.
 */
export async function undoCompletion(client: DataClient, lessonId: string): Promise<void> {
  const user_id = await ownId(client)
  const mine = { user_id, lesson_id: lessonId }
  const gone = unwrap(
    await client.from('lesson_completions').delete().match(mine).select('lesson_id'),
  )
  if (gone.length > 0) return
  const left = unwrap(await client.from('lesson_completions').select('lesson_id').match(mine))
  if (left.length > 0) throw new DataError({ code: 'DENIED' })
}

async function ownId(client: DataClient): Promise<string> {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new DataError({ code: 'NO_SESSION', message: LOGIN_TO_TRACK })
  return data.session.user.id
}
