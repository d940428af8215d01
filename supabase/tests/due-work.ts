import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './database'

/** What is to be done later, as the table has it. */
interface Work {
  id: string
  kind: string
  outcome: string | null
  error: string | null
  attempts: number
  /** Seconds until it is tried next. */
  wait: number | null
}

/** The table of due work and its motor, past row security (rules/due-work#motor). */
export class DueWork {
  constructor(private readonly db: TestDatabase) {}

  /** All but mails that is about a subject or a person, or has this id; what is due first comes first. */
  async about(id: string): Promise<Work[]> {
    return (await this.db.owner(
      `select w.*, extract(epoch from w.locked_until - now())::int as wait from private.due_work w
       where $1 in (w.subject_id, w.user_id, w.id) and not w.mail order by w.due_at`,
      [id],
    )) as unknown as Work[]
  }

  /** Its hour has come. */
  async fallDue(id: string): Promise<void> {
    await this.db.owner(
      `update private.due_work set due_at = now() - interval '1 minute', locked_until = null where $1 in (subject_id, user_id, id)`,
      [id],
    )
  }

  /** Turns the motor until nothing is due any more, of other tests neither. */
  async turn(): Promise<void> {
    for (;;) {
      const [row] = await this.db.owner('select private.run_due_work() as handled')
      if (row?.handled === 0) return
    }
  }

  /** Something that is due. Out: its subject. */
  async put(kind: string, key = randomUUID(), subject = randomUUID()): Promise<string> {
    await this.db.owner(`select private.put_due($1, $2, now() - interval '1 minute', $3)`, [
      kind,
      key,
      subject,
    ])
    return subject
  }
}
