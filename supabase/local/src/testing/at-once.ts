import { expect } from 'vitest'
import type { TestCluster } from './cluster'

/**
 * Makes concurrent requests overlap in every run: holds a lock until at least two requests wait for it, then releases
 * it.
 *
 * @param lock a statement that takes the lock, such as `select … for update`
 */
export async function atOnce<T>(
  cluster: TestCluster,
  lock: { text: string; values?: unknown[] },
  start: () => Promise<T>[],
): Promise<T[]> {
  const db = await cluster.admin.connect()
  try {
    await db.query('begin')
    await db.query(lock.text, lock.values)
    const running = Promise.all(start())
    await expect
      .poll(async () => {
        const { rows } = await cluster.admin.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBeGreaterThanOrEqual(2)
    await db.query('commit')
    return await running
  } finally {
    db.release()
  }
}
