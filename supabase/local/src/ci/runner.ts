import { SignJWT } from 'jose'
import type pg from 'pg'
import { fieldOf } from '../../../functions/_shared/answer.ts'
import type { Job } from '../../../functions/repo-result/job-token.ts'
import { localAnonKey, localJwtSecret } from '../gateway/local-keys'
import type { Issuer } from './issuer'
import { bodyOf, jobOf, type Run, reportOf } from './report'
import { findPerson, findRepository, listRepositories, type Repository } from './repositories'

/** What the product answered to a job. */
export interface Said {
  status: number
  body: unknown
}

/** What `npm run grade` sends: the report of tests that ran on a folder of this machine. */
export interface Graded {
  lesson_id: string
  /** The person as whom the result is sent. */
  email: string
  /** The name of the folder. */
  folder: string
  format: string
  report: string
}

export interface Runner {
  list(): Promise<Repository[]>
  /** Sends a result as the host would; undefined if there is no such repository. */
  run(lessonId: string, userId: string, run: Run): Promise<Said | undefined>
  /** Sends the report of a folder, for which the person has a repository if none was asked for. */
  grade(graded: Graded): Promise<Said>
}

export interface RunnerOptions {
  /** Returns the current address of PostgREST, without a slash at the end. */
  restUrl: () => string
  /** Origin of the product, at which its functions answer too. */
  siteUrl: string
}

/** @param pool connects as a role that reads every repository */
export function createRunner(pool: pg.Pool, issuer: Issuer, options: RunnerOptions): Runner {
  async function send(job: Job, body: string, isForged = false): Promise<Said> {
    const token = await issuer.sign(job, body, isForged)
    return post(`${options.siteUrl}/functions/v1/repo-result`, token, body)
  }

  /** Asks for the repository of a folder as its owner, so that the rules of the product apply. */
  async function ask(user_id: string, { lesson_id, folder }: Graded): Promise<Said> {
    const token = await new SignJWT({ role: 'authenticated', aal: 'aal2' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(user_id)
      .setExpirationTime('1 minute')
      .sign(new TextEncoder().encode(localJwtSecret))
    const repo_url = `https://github.com/local/${folder}`
    const args = JSON.stringify({ lesson_id, repo_url })
    return post(`${options.restUrl()}/rpc/ask_repository`, token, args)
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
        const said = await ask(person, graded)
        if (said.status !== 200) return said
        repository = await findRepository(pool, lesson_id, person)
      }
      if (!repository?.suite)
        return refused('NOT_TESTED', 'The assignment names no suite of tests.')
      return send(jobOf(repository), bodyOf(repository, graded))
    },
  }
}

const refused = (code: string, message: string): Said => ({ status: 404, body: { code, message } })

async function post(address: string, token: string, body: string): Promise<Said> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      apikey: localAnonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}

/** Returns the sentence of an answer. */
export const sentenceOf = ({ body }: Said) => String(fieldOf(body, 'message') ?? '')
