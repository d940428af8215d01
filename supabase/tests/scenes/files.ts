import type { Person, TestDatabase } from '../database'

/** Size and dimensions of a picture, as a browser declares them before an upload. */
export const PICTURE = {
  name: 'Tea Pot.PNG',
  size: 4,
  type: 'image/png',
  width: 640,
  height: 480,
  alt: '',
}

/** Uploads files like a browser and the storage service. */
export function files(db: TestDatabase) {
  /** Requests a path as that person; throws the refusal. */
  async function begin(who: Person, bucket: string, file: object, courseId?: string) {
    const [answer] = await beginAll(who, bucket, [file], courseId)
    if (!answer) throw new Error('no path')
    return answer
  }

  async function beginAll(who: Person, bucket: string, all: object[], courseId?: string) {
    return (await db.answer(who, 'begin_uploads', {
      bucket,
      files: JSON.stringify(all),
      course_id: courseId ?? null,
    })) as { path: string; known: boolean }[]
  }

  /** Inserts the row that storage writes after an upload, as the caller, under row security. */
  const arrive = (who: Person | 'visitor', bucket: string, path: string, size = 4) =>
    db.as(who, 'insert into storage.objects (bucket_id, name, metadata) values ($1, $2, $3)', [
      bucket,
      path,
      JSON.stringify({ size, mimetype: 'image/png' }),
    ])

  return {
    begin,
    beginAll,
    arrive,
    /** Uploads a picture to which no text refers yet, and returns its path. */
    async sent(who: Person, file: object = {}, bucket = 'lesson-files') {
      const { path } = await begin(who, bucket, { ...PICTURE, ...file })
      const { code, message } = await arrive(who, bucket, path)
      if (code) throw new Error(`${code}: ${message}`)
      return path
    },
    /** Returns the paths that sign-files would sign for that person. */
    async seen(who: Person | 'visitor') {
      const [all] = await db.owner(
        'select array_agg(path) as paths from (select path from public.lesson_files union select path from private.uploads) f',
      )
      const paths = (all?.paths ?? []) as string[]
      const seen: string[] = []
      // At most as many at a time as the function accepts.
      for (let first = 0; first < paths.length; first += 1000) {
        const { code, rows } = await db.as(
          who,
          'select unnest(public.readable_files($1)) as path',
          [paths.slice(first, first + 1000)],
        )
        if (code !== undefined && code !== '42501') throw new Error(code)
        seen.push(...rows.map(({ path }) => String(path)))
      }
      return seen
    },
    ofLesson: (lesson: string) =>
      db.owner(
        `select path, name, size::int, type, width, height, alt, unused_since is not null as unused
         from public.lesson_files where lesson_id = $1 order by created_at`,
        [lesson],
      ),
    /** Replaces the text of a lesson, as that person. */
    write: (who: Person, lesson: string, content: string) =>
      db.as(who, 'update public.lessons set content = $2 where id = $1', [lesson, content]),
    /** Moves all waiting jobs of these kinds to now, by this number of days. */
    async later(days: number) {
      await db.owner(`update private.uploads set created_at = created_at - $1 * interval '1 day'`, [
        days,
      ])
      await db.owner(
        `update public.lesson_files set unused_since = unused_since - $1 * interval '1 day'`,
        [days],
      )
      await db.owner(
        `update private.due_work set due_at = due_at - $1 * interval '1 day'
         where done_at is null and kind in ('uploads', 'lesson_file', 'file_removal')`,
        [days],
      )
      // The jobs of other tests are not changed.
      await db.owner(
        `update private.due_work set due_at = due_at + interval '1 year' where done_at is null and kind not in ('uploads', 'lesson_file', 'file_removal')`,
      )
      while (Number((await db.owner('select private.run_due_work() as n'))[0]?.n) > 0);
    },
    /** Returns those of the paths that storage is told to remove. */
    async removed(...paths: string[]) {
      const rows = await db.owner(
        `select private.due_file_removal(w) ->> 'path' as path from private.due_work w
         where w.kind = 'file_removal' and w.done_at is null and w.due_at <= now()`,
      )
      const all = rows.map(({ path }) => path)
      return paths.filter((path) => all.includes(path))
    },
  }
}
