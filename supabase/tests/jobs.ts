import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './database'

/** A job in the table. */
interface Job {
  id: string
  kind: string
  outcome: string | null
  error: string | null
  attempts: number
  /** Seconds until the next attempt. */
  wait: number | null
}

/** The table of jobs and its worker, without row security (rules/due-work#motor). */
export class Jobs {
  constructor(private readonly db: TestDatabase) {}

  /** Returns the jobs, without mails, about a subject or a person, or with this id; those due first come first. */
  async about(id: string): Promise<Job[]> {
    return (await this.db.owner(
      `select w.*, extract(epoch from w.locked_until - now())::int as wait from private.due_work w
       where $1 in (w.subject_id, w.user_id, w.id) and not w.mail order by w.due_at`,
      [id],
    )) as unknown as Job[]
  }

  /** Returns the jobs of a kind that are not done, and whether each is due when the next hour begins. */
  next(kind: string): Promise<object[]> {
    return this.db.owner(
      `select key, due_at = date_trunc('hour', now(), 'UTC') + interval '1 hour' as in_an_hour from private.due_work
       where kind = $1 and done_at is null`,
      [kind],
    )
  }

  /** Gives up the open jobs of a kind, as after a day of failures. The next ones may have their keys. */
  async giveUp(kind: string): Promise<void> {
    await this.db.owner(
      `update private.due_work set key = key || ' ' || id, done_at = now(), outcome = 'FAILED'
       where kind = $1 and done_at is null`,
      [kind],
    )
  }

  /** Makes a job due now. */
  async makeDue(id: string): Promise<void> {
    await this.db.owner(
      `update private.due_work set due_at = now() - interval '1 minute', locked_until = null where $1 in (subject_id, user_id, id)`,
      [id],
    )
  }

  /** Runs the worker until no job is due, including those of other tests. */
  async runAll(): Promise<void> {
    for (;;) {
      const [row] = await this.db.owner('select private.run_due_work() as handled')
      if (row?.handled === 0) return
    }
  }

  /** Enqueues a due job, and returns its subject. */
  async enqueue(
    kind: string,
    key: string = randomUUID(),
    subject: string = randomUUID(),
  ): Promise<string> {
    await this.db.owner(`select private.enqueue_job($1, $2, now() - interval '1 minute', $3)`, [
      kind,
      key,
      subject,
    ])
    return subject
  }
}
