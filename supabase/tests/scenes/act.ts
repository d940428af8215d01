import type { Person, TestDatabase } from '../database'

/** An action of staff, or of a person on their own account, that the audit log records. */
export interface Act {
  who: Person
  args: Record<string, unknown>
  /** Ids of the affected person or object, which the records have to contain. */
  names: string[]
  /** The actions that the act has to record, in any order. */
  records: string[]
}

/** A name that no record may contain. */
export const SECRET_NAME = 'Zyra Quellmalz'

/** A record, without its id and time. */
export interface RecordedAct {
  user_id: string | null
  actor: string | null
  action: string
  target_type: string
  target_id: string | null
  title: string | null
  before: unknown
  after: Record<string, unknown> | null
  user_agent: string | null
  ip_address: string | null
}

/** Returns a function that runs `work` and returns all audit records that were written meanwhile, in order. */
export function recordedDuring(db: TestDatabase) {
  return async (work: () => Promise<unknown>): Promise<RecordedAct[]> => {
    const [newest] = await db.owner('select coalesce(max(id), 0) as id from public.audit_logs')
    await work()
    return (await db.owner(
      `select user_id, actor, action, target_type, target_id, title, before, after, user_agent, ip_address
       from public.audit_logs where id > $1 order by id`,
      [newest?.id],
    )) as unknown as RecordedAct[]
  }
}
