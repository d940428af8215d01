import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { askFor } from '../ci/repositories'
import { freePort } from '../free-port'
import { startBackend } from '../main'
import { makeMigratedDataDir } from './cluster'

const GRADER = 'school/grading/.github/workflows/sums.yml@main'
export const GRADER_SHA = 'b'.repeat(40)

/** Starts the whole product with an assignment whose repositories the suite "sums" tests. */
export async function startGradedLesson() {
  const folder = mkdtempSync(join(tmpdir(), 'rookies-test-'))
  const dataDir = await makeMigratedDataDir(folder)
  const backend = await startBackend({ dataDir, port: await freePort() })
  const database = new pg.Pool({ connectionString: backend.databaseUrl('postgres'), max: 2 })
  const sql = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await database.query(text, values)).rows

  const [course, lesson] = [randomUUID(), randomUUID()]
  await sql(
    `with course as (
       insert into public.courses (id, slug, title, status) values ($1, $3, 'Sums', 'PUBLISHED') returning id),
     module as (
       insert into public.modules (course_id, title, index) select id, 'First', 1 from course returning id)
     insert into public.lessons (id, module_id, title, index, content_type, content)
     select $2, id, 'Sums', 1, 'ASSIGNMENT', 'Brief' from module`,
    [course, lesson, `sums-${course.slice(0, 8)}`],
  )
  await sql(
    `update public.assignments set accepts = '{REPOSITORY}', grader = $2, grader_sha = $3, suite = 'sums',
       paths = '{src}', expected = '{adds,keeps the order}' where lesson_id = $1`,
    [lesson, GRADER, GRADER_SHA],
  )

  /** Adds a member who takes the course. */
  async function member() {
    const [id, email] = [randomUUID(), `${randomUUID().slice(0, 8)}@example.test`]
    await sql('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
      id,
      email,
    ])
    await sql(
      `insert into public.entitlements (user_id, course_id, source) values ($1, $2, 'MANUAL')`,
      [id, course],
    )
    return { id, email }
  }

  return {
    backend,
    lesson,
    sql,
    member,
    /** Pastes the address of a repository into the lesson; returns the person's line for `.rookies`. */
    async ask(person: { id: string }, repository: string): Promise<string> {
      const url = `https://github.com/${repository}`
      await askFor(database, person.id, { lesson_id: lesson, url })
      const [row] = await sql('select private.repository_line($1, $2) as line', [lesson, person.id])
      return String(row?.line)
    },
    async stop() {
      await database.end()
      await backend.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
