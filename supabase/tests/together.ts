import type { TestDatabase } from './database'

type Writer = 'owner' | 'authService'
type Database = Pick<TestDatabase, Writer>

let makers = 0
let waiting = 0
const writes = new Set<() => unknown>()

/** Writes all waiting rows, as soon as every function that makes rows waits. */
function writeIfAllWait(): void {
  if (waiting < makers) return
  waiting = 0
  const due = [...writes]
  writes.clear()
  for (const write of due) write()
}

/** Runs functions that make rows at the same time, so that functions of `writeRows()` write with few statements. */
export async function runConcurrently<T>(makes: readonly (() => Promise<T>)[]): Promise<T[]> {
  makers += makes.length
  return Promise.all(
    makes.map(async (make) => {
      try {
        return await make()
      } finally {
        makers -= 1
        writeIfAllWait()
      }
    }),
  )
}

/**
 * Returns a function that writes one row. While `runConcurrently()` runs, it writes the rows of all its functions in one
 * statement, because the triggers of a statement take longer than its rows.
 *
 * @param sql takes a JSON array of rows
 */
export function writeRows(
  sql: string,
  as: Writer = 'owner',
): (db: Database, row: object) => Promise<void> {
  let calls: {
    db: Database
    row: object
    resolve(): void
    reject(reason: unknown): void
  }[] = []
  const write = async () => {
    const all = calls
    calls = []
    try {
      await all[0]?.db[as](sql, [JSON.stringify(all.map(({ row }) => row))])
      for (const { resolve } of all) resolve()
    } catch (reason) {
      for (const { reject } of all) reject(reason)
    }
  }
  return (db, row) =>
    new Promise((resolve, reject) => {
      calls.push({ db, row, resolve, reject })
      writes.add(write)
      waiting += 1
      writeIfAllWait()
    })
}
