import { readFileSync } from 'node:fs'
import { isDiskFull } from '../../supabase/local/src/disk-full'
import { errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import { readErasures, writeErasures } from './erasures'
import { createFolder, openFolder } from './folder'
import { makeBackup } from './make-backup'
import { checkBackup, describeBackup, type Manifest, readManifest } from './manifest'
import { openSource, openTarget } from './project'
import { restore } from './restore'

/** The functions and settings that a command needs from its environment. */
export interface CommandContext {
  env: NodeJS.ProcessEnv
  /** The data folder of the embedded product. */
  dataDir: string
  say: (line: string) => void
}

const BACKUP_HELP = `npm run backup -- <folder>             backs up the database and the files into a new folder
npm run backup -- <folder> --check     compares a backup with its hashes, and changes nothing
npm run backup -- <file> --erasures    writes only which accounts were deleted
It is the product on this machine, or with --production the project that .env.production names. BACKUP_KEY encrypts a
backup, and opens it. See docs/backup.md.`

const RESTORE_HELP = `npm run restore -- <folder> --erasures <newer backup, file, or database address>
restores a backup into an empty project, and deletes the accounts again that were deleted since. If nothing newer
exists, or nothing was deleted since, say --erasures none. With --production, it is the project that .env.production
names, and otherwise a new data folder on this machine. See docs/backup.md.`

/** `npm run backup`. @throws PlainError with what is wrong; a backup that failed leaves no folder */
export async function runBackup(args: string[], { env, dataDir, say }: CommandContext) {
  const [path, option, ...more] = args
  if (!path || path.startsWith('-') || more.length > 0) throw new PlainError(BACKUP_HELP)
  if (option !== undefined && option !== '--check' && option !== '--erasures') {
    throw new PlainError(BACKUP_HELP)
  }
  const secret = readBackupKey(env)
  if (option === '--check') {
    const manifest = await checkBackup(await openFolder(path, secret))
    say(`This backup is whole: ${describeBackup(manifest)}.`)
    printMissing(manifest, say)
    return
  }
  const source = await openSource(env, { dataDir })
  try {
    if (option === '--erasures') {
      const { ids } = await writeErasures(source.client, path)
      say(`Wrote the ids of ${ids.length} deleted accounts of ${source.address} to ${path}.`)
      return
    }
    const folder = await createFolder(path, secret)
    const manifest = await makeBackup(source, folder).catch(async (error: unknown) => {
      await folder.remove()
      if (!isDiskFull(error)) throw error
      throw new PlainError(`There is no room left on the disk that holds ${path}.`)
    })
    say(`Backed up ${describeBackup(manifest)}, to ${path}.`)
    printMissing(manifest, say)
    if (secret === undefined) {
      say(
        'It is not encrypted, and holds the data of people: BACKUP_KEY encrypts the next (docs/backup.md).',
      )
    }
  } finally {
    await source.close()
  }
}

/** `npm run restore`. @throws PlainError with what is wrong; the database is then unchanged */
export async function runRestore(args: string[], { env, dataDir, say }: CommandContext) {
  const [path, option, source, ...more] = args
  if (!path || path.startsWith('-') || option !== '--erasures' || !source || more.length > 0) {
    throw new PlainError(RESTORE_HELP)
  }
  const secret = readBackupKey(env)
  const folder = await openFolder(path, secret)
  // An invalid backup is reported before a data folder is created for it.
  await readManifest(folder)
  const erasures = await readErasures(source, secret)
  const target = await openTarget(env, { dataDir })
  try {
    const { manifest, erased, maintenance } = await restore(folder, target, erasures)
    if (erasures.at && erasures.at < manifest.made) {
      say(`The record of deleted accounts is older than the backup (${erasures.at}).`)
    }
    await target.close()
    say(`Restored ${describeBackup(manifest)}, into ${target.address}.`)
    say('Every table and every file was read again, and is the same as in the backup.')
    printMissing(manifest, say)
    say(
      erasures.at
        ? `Accounts deleted again, because they were deleted after the backup: ${erased}.`
        : 'Accounts that were deleted after the backup are back.',
    )
    if (maintenance) say('Maintenance mode is on, as it was: switch it off in Settings.')
    say(
      'Everybody signs in again. A backup has no secrets: npm run deploy sets those of a project again (docs/backup.md).',
    )
  } catch (error) {
    await target.close()
    await target.undo()
    throw error
  }
}

function printMissing({ missing }: Manifest, say: (line: string) => void) {
  if (missing.length === 0) return
  say(
    `${missing.length} files were removed while the backup was made, or had no bytes before: ${missing.join(', ')}.`,
  )
}

/** Reads the key of backups; undefined if there is none. @throws PlainError if its file cannot be read */
function readBackupKey({ BACKUP_KEY: key, BACKUP_KEY_FILE: file }: NodeJS.ProcessEnv) {
  if (!file) return key || undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new PlainError(`BACKUP_KEY_FILE cannot be read: ${errorMessage(error)}.`)
  }
}
