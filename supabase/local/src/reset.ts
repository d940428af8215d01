import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDataDir } from './lock/data-dir'
import { lockHolder, takeLock } from './lock/lock'
import { endOrphans } from './lock/orphans'
import { PlainError } from './plain-error'

/** The beginnings of the names of stored files, each with its label. */
const stored: [prefix: string, label: string][] = [
  ['postgres', 'database'],
  ['passwords.json', 'passwords'],
  ['mail', 'mail'],
  ['storage', 'files'],
  ['logs', 'logs'],
]

/**
 * Deletes the data of a stopped backend. Other files in the folder are kept, and a folder that never was a
 * data folder is not touched.
 *
 * @returns the labels of what was deleted; empty if there was nothing
 * @throws PlainError if a backend runs on it, or the folder contains something else
 */
export async function reset(dataDir: string): Promise<string[]> {
  if (!existsSync(dataDir)) return []
  if (!isDataDir(dataDir)) {
    if (readdirSync(dataDir).length === 0) return []
    throw new PlainError(`${dataDir} is not a data folder of Rookies; nothing was deleted.`)
  }
  const holder = await lockHolder(dataDir)
  if (holder) {
    throw new PlainError(
      `Rookies is running at http://localhost:${holder.port} (process ${holder.pid}) with this data folder. ` +
        'Stop it with Ctrl-C, then run npm run reset again.',
    )
  }
  const release = await takeLock(dataDir, 0)
  try {
    await endOrphans(dataDir, () => {})
    const deleted = new Set<string>()
    for (const name of readdirSync(dataDir)) {
      const label = stored.find(([prefix]) => name.startsWith(prefix))?.[1]
      if (!label) continue
      rmSync(join(dataDir, name), { recursive: true, force: true })
      deleted.add(label)
    }
    rmSync(join(dataDir, 'rookies.json'), { force: true })
    return [...deleted]
  } finally {
    release()
  }
}
