import pg from 'pg'
import { fieldOf } from '../../../functions/_shared/answer.ts'
import type { Job } from '../../../functions/repo-result/job-token.ts'
import type { Issuer } from './issuer'
import { bodyOf, jobOf, type Run, reportOf } from './report'
import {
  askFor,
  findPerson,
  findRepository,
  listRepositories,
  type Repository,
} from './repositories'

/** The answer of repo-result to a job. */
export interface Said {
  status: number
  body: unknown
}

/** The request of `npm run grade`: the report of tests that ran on a folder of this machine. */
export interface Graded {
  lesson_id: string
  /** The email of the person whose work is in the folder. */
  email: string
  /** The name of the folder. */
  folder: string
  format: string
  report: string
}

export interface Runner {
  list(): Promise<Repository[]>
  /** Sends the result of a button to repo-result, as a job of GitHub would; undefined without such a repository. */
  run(lessonId: string, userId: string, run: Run): Promise<Said | undefined>
  /**
   * Sends the report of a folder to repo-result. The result is for the person's repository in the lesson; without one, the
   * repository `local/<folder>` is asked for first.
   */
  grade(graded: Graded): Promise<Said>
}

/**
 * @param pool connects as the owner of the schema
 * @param siteUrl origin of the product, at which its functions answer too
 */
export function createRunner(pool: pg.Pool, issuer: Issuer, siteUrl: string): Runner {
  async function send(job: Job, body: string, isForged = false): Promise<Said> {
    const token = await issuer.sign(job, body, isForged)
    const answer = await fetch(`${siteUrl}/functions/v1/repo-result`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    return { status: answer.status, body: await answer.json() }
  }

  return {
    list: () => listRepositories(pool),
    async run(lessonId, userId, run) {
      const repository = await findRepository(pool, lessonId, userId)
      if (!repository) return undefined
      const sha = run === 'old' ? (repository.sha ?? undefined) : undefined
      const report = reportOf(run, repository.expected)
      const body = bodyOf(repository, { format: 'junit', report })
      return send(jobOf(repository, sha), body, run === 'forged')
    },
    async grade(graded) {
      const person = await findPerson(pool, graded.email)
      if (!person) return refused('NO_PERSON', 'Nobody here has this email.')
      const { lesson_id } = graded
      let repository = await findRepository(pool, lesson_id, person)
      if (!repository) {
        try {
          await askFor(pool, person, {
            lesson_id,
            url: `https://github.com/local/${graded.folder}`,
          })
        } catch (error) {
          if (error instanceof pg.DatabaseError) return refused('NOT_ASKED', error.message)
          throw error
        }
        repository = await findRepository(pool, lesson_id, person)
      }
      if (!repository?.suite)
        return refused('NOT_TESTED', 'The assignment names no suite of tests.')
      return send(jobOf(repository), bodyOf(repository, graded))
    },
  }
}

const refused = (code: string, message: string): Said => ({ status: 403, body: { code, message } })

/** Returns the message of an answer. */
export const sentenceOf = ({ body }: Said) => String(fieldOf(body, 'message') ?? '')
