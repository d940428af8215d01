import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, among, changed, listOf, number, orNull, shape, string } from '../json'
import { parseRepository, parseResult, type Repository } from './result'

type Caller = Pick<DataClient, 'rpc'>

/**
 * Stores which repository the caller wants to connect (rules/repositories#connect). Throws DataError: `42501`, `PT403`
 * and `PT404` without access, `PT409` if a repository is connected already or the assignment has no tests, `PT422`
 * with `repo_url` as hint.
 */
export async function askRepository(
  client: Caller,
  { lessonId, repoUrl }: { lessonId: string; repoUrl: string },
): Promise<Repository> {
  const call = client.rpc('ask_repository', { lesson_id: lessonId, repo_url: repoUrl })
  return parseRepository(unwrap(await call))
}

/** Forgets the caller's repository. Results and rounds stay. Throws DataError: `42501`. */
export async function disconnectRepository(
  client: Caller,
  { lessonId }: { lessonId: string },
): Promise<void> {
  unwrap(await client.rpc('disconnect_repository', { lesson_id: lessonId }))
}

/** The states in the table of repositories. FAILING and PASSING are connected repositories with such a newest result. */
export const REPOSITORY_STATES = ['FAILING', 'PASSING', 'CONNECTED', 'CONNECTING', 'NEVER'] as const
export type RepositoryState = (typeof REPOSITORY_STATES)[number]

const parseRow = changed(
  shape({
    person: shape({ id: string, name: string, email: orNull(string) }),
    repository: orNull(parseRepository),
    /** The newest result of the connected repository. */
    result: orNull(
      shape({
        id: string,
        verdict: among(['PASS', 'FAIL']),
        sha: string,
        commit_url: string,
        received_at: string,
        failed: number,
        first_failed: orNull(string),
      }),
    ),
  }),
  (row) => ({ id: row.person.id, ...row }),
)
export type RepositoryRow = Answer<typeof parseRow>

export const parseLessonRepositories = shape({
  total: number,
  counts: shape({
    CONNECTED: number,
    FAILING: number,
    PASSING: number,
    CONNECTING: number,
    NEVER: number,
  }),
  rows: listOf(parseRow),
})
export type LessonRepositories = Answer<typeof parseLessonRepositories>

/** The number of people on a page of the table. */
export const REPOSITORIES_PAGE = 25

/** The people whose repositories are read: those of an assignment, limited to a state and a cohort if these are set. */
interface Whose {
  lessonId: string
  state?: RepositoryState | ''
  cohortId?: string
}

/** Reads who connected a repository for an assignment, and their newest results. Throws DataError: `42501`. */
export async function readLessonRepositories(
  client: Caller,
  { page = 1, ...whose }: Whose & { page?: number },
  signal: AbortSignal,
): Promise<LessonRepositories> {
  return readPage(client, whose, { page, page_size: REPOSITORIES_PAGE }, signal)
}

async function readPage(
  client: Caller,
  { lessonId: lesson_id, state, cohortId }: Whose,
  page: { page: number; page_size: number },
  signal: AbortSignal,
): Promise<LessonRepositories> {
  const filter = { ...(state && { state }), ...(cohortId && { cohort_id: cohortId }) }
  const call = client.rpc('lesson_repositories', { lesson_id, filter, ...page })
  return parseLessonRepositories(unwrap(await call.abortSignal(signal)))
}

/** The largest page that the database returns. */
const LARGEST_PAGE = 100

/**
 * Reads the emails of all people in `whose`, and the number of these people. Emails that the caller may not see are
 * left out. Throws DataError: `42501`.
 */
export async function readRepositoryEmails(
  client: Caller,
  whose: Whose,
  signal: AbortSignal,
): Promise<{ emails: string[]; people: number }> {
  const rows: RepositoryRow[] = []
  for (let page = 1; ; page++) {
    const read = await readPage(client, whose, { page, page_size: LARGEST_PAGE }, signal)
    rows.push(...read.rows)
    if (read.rows.length < LARGEST_PAGE) break
  }
  return { emails: emailsOf(rows), people: rows.length }
}

/** Returns the emails that the caller may see. */
export const emailsOf = (rows: readonly RepositoryRow[]): string[] =>
  rows.flatMap(({ person }) => person.email ?? [])

/** Lets the commit of a result be tested once more. Throws DataError: `42501`. */
export async function judgeAgain(client: Caller, id: string): Promise<void> {
  unwrap(await client.rpc('judge_again', { result_id: id }))
}

export const parseAssignmentTests = shape({
  /** The commit of the grader that waits to be accepted; null if no commit waits. */
  grader_new_sha: orNull(string),
  grader_seen_at: orNull(string),
  /** The line for the author's own repository, with which they try the tests. */
  line: string,
  repository: orNull(parseRepository),
  /** The author's newest trial. */
  trial: orNull(parseResult),
  /** How many other people connected a repository, and how many results there are. */
  connected: number,
  judged: number,
})
/** What the editor shows about the tests of an assignment (rules/repositories#assignment). */
export type AssignmentTests = Answer<typeof parseAssignmentTests>

/** Reads the state of an assignment's tests. Throws DataError: `42501`. */
export async function readAssignmentTests(
  client: Caller,
  { lessonId }: { lessonId: string },
  signal: AbortSignal,
): Promise<AssignmentTests> {
  const call = client.rpc('assignment_tests', { lesson_id: lessonId }, { get: true })
  return parseAssignmentTests(unwrap(await call.abortSignal(signal)))
}

/**
 * Accepts a commit of the grader, so that results from this commit count from now on. Throws DataError: `42501`, `PT409`
 * OTHER_COMMIT.
 */
export async function takeGraderCommit(
  client: Caller,
  { lessonId, sha }: { lessonId: string; sha: string },
): Promise<void> {
  unwrap(await client.rpc('take_grader_commit', { lesson_id: lessonId, sha }))
}
