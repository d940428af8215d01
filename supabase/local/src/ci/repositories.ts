import type pg from 'pg'

/** A repository whose address a person pasted into a lesson, with the assignment that tests it. */
export interface Repository {
  lesson_id: string
  user_id: string
  owner: string
  name: string
  repository_id: string | null
  default_branch: string | null
  connected: boolean
  lesson: string
  email: string
  grader: string | null
  grader_sha: string | null
  suite: string | null
  expected: string[]
  /** The line for the file `.rookies`. */
  line: string
  /** The commit and verdict of the newest result. */
  sha: string | null
  verdict: string | null
}

/** The maximum number of repositories on the page. */
export const MAX_LISTED = 100

const SELECT = `
  select r.lesson_id, r.user_id, r.owner, r.name, r.repository_id, r.default_branch, r.connected_at is not null as connected,
    l.title as lesson, p.email, a.grader, a.grader_sha, a.suite, a.expected,
    private.repository_line(r.lesson_id, r.user_id) as line, newest.sha, newest.verdict
  from public.repositories r
  join public.assignments a using (lesson_id)
  join public.lessons l on l.id = r.lesson_id
  join public.profiles p on p.id = r.user_id
  left join lateral (
    select t.sha, t.verdict from public.repository_results t
    where t.lesson_id = r.lesson_id and t.user_id = r.user_id order by t.received_at desc limit 1
  ) newest on true`

/** Returns the repositories whose addresses were pasted last, the newest first. */
export async function listRepositories(pool: pg.Pool): Promise<Repository[]> {
  const { rows } = await pool.query(
    `${SELECT} order by r.asked_at desc, p.email limit ${MAX_LISTED}`,
  )
  return rows
}

/** Returns the repository of a person for a lesson; undefined if there is none. */
export async function findRepository(
  pool: pg.Pool,
  lesson_id: string,
  user_id: string,
): Promise<Repository | undefined> {
  const { rows } = await pool.query(
    `${SELECT} where r.lesson_id::text = $1 and r.user_id::text = $2`,
    [lesson_id, user_id],
  )
  return rows[0]
}

/** Returns the id of the person with an email, regardless of upper and lower case; undefined if there is none. */
export async function findPerson(pool: pg.Pool, email: string): Promise<string | undefined> {
  const found = 'select id from public.profiles where lower(email) = lower($1)'
  return (await pool.query(found, [email])).rows[0]?.id
}

/**
 * Pastes the address of a repository into a lesson as a person does. The statement acts as that person without a session,
 * so that the product checks the person's rights.
 *
 * @throws pg.DatabaseError with a sentence if the product refuses
 */
export async function askFor(
  pool: pg.Pool,
  user_id: string,
  { lesson_id, url }: { lesson_id: string; url: string },
): Promise<void> {
  await pool.query(
    `select set_config('request.jwt.claims', jsonb_build_object('sub', $1::text)::text, true),
       set_config('rookies.asked_for', $1, true), public.ask_repository($2, $3)`,
    [user_id, lesson_id, url],
  )
}
