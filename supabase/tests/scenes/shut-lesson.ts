import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'
import { clientOf } from '../wire/clients'
import { courseTree } from '../wire/course-trees'
import { rest } from '../wire/rest'
import { tokenFor } from '../wire/tokens'
import { cohorts } from './cohorts'

/** Uploads a file of that name, as the back-office does, and returns its path. */
async function upload(author: Person, name: string): Promise<string> {
  const client = await clientOf(author)
  const files = [{ name, size: 12, type: 'text/plain' }]
  const { data, error } = await client.rpc('begin_uploads', { bucket: 'lesson-files', files })
  if (error) throw error
  const path = String(Object(Object(data)[0]).path)
  const body = new Blob(['secret words'], { type: 'text/plain' })
  const sent = await client.storage.from('lesson-files').upload(path, body)
  if (sent.error) throw sent.error
  return path
}

/**
 * Creates a course of a running cohort with a person in it, and a lesson that the schedule opens later. `word`, of
 * eleven letters, is in every text that only people who may open the lesson may read.
 */
export async function closedLesson(db: TestDatabase) {
  const { cohort, join } = cohorts(db)
  const word = `zq${randomUUID().replace(/[^a-f]/g, '')}xkvwyzqjx`.slice(0, 11)
  const author = await db.person({ role: 'ADMIN' })
  const mia = await db.person({ name: 'Mia' })
  const token = await tokenFor(mia)
  const tree = await courseTree(db, { by: author })
  const file = await upload(author, `${word}.txt`)
  const content = `The ${word} ![](lesson-files/${file})`
  const { error } = await (await clientOf(author))
    .from('lessons')
    .update({ content, description: word })
    .eq('id', tree.lesson)
  if (error) throw error
  await db.owner(
    `update public.lessons set content_type = 'VIDEO', video_provider = 'YOUTUBE', video_asset_id = $2, duration_sec = 100,
       external_url = 'https://example.org/' || $2 where id = $1`,
    [tree.lesson, word],
  )
  await db.owner(
    `update public.lesson_attachments set url = 'https://example.org/' || $2 where lesson_id = $1`,
    [tree.lesson, word],
  )
  const [row] = await db.owner(
    'select id from public.lesson_versions where lesson_id = $1 order by no desc limit 1',
    [tree.lesson],
  )
  const id = await cohort({ courses: [{ id: tree.course }] })
  await join(id, mia)

  const open = () => db.owner('delete from public.releases where cohort_id = $1', [id])
  const shut = () =>
    db.owner(
      `insert into public.releases (cohort_id, lesson_id, day) values ($1, $2, 30)
       on conflict on constraint releases_lesson_once do nothing`,
      [id, tree.lesson],
    )

  return {
    ...{ word, mia, token, tree, file, version: String(row?.id), cohort: id, open, shut },
    /** Calls a function as the person. */
    rpc: (name: string, body: object) => rest(`rpc/${name}`, { method: 'POST', token, body }),
    /** Does the work while the lesson is shut, and once it is open. */
    async shutAndOpen<T>(work: () => Promise<T>): Promise<[T, T]> {
      await shut()
      const before = await work()
      await open()
      return [before, await work()]
    },
  }
}
