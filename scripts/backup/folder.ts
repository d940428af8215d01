import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, pipeline as run, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { errorCode, PlainError } from '../../supabase/local/src/plain-error'
import { createKey, deriveKey, type KeyParameters, seal, unseal } from './seal'

/** The size in bytes of some content, and its SHA-256 in hexadecimal. */
export interface Measure {
  bytes: number
  sha256: string
}

/**
 * The folder of a backup. Names are relative to the folder; files whose names end with `.gz` are compressed. With a
 * key, every file except `lock.json` is encrypted, including the manifest, and its name ends with `.sealed`.
 */
export interface BackupFolder {
  path: string
  /** @returns the measure of the content as it was before compression and encryption */
  write(name: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Measure>
  /** @throws PlainError while the file is read, if it is missing, damaged, or changed */
  read(name: string): AsyncIterable<Buffer>
  has(name: string): boolean
  /** Removes the folder. */
  remove(): Promise<void>
}

/**
 * Makes the folder of a new backup; only its owner may enter it.
 * @param secret encrypts the backup
 * @throws PlainError if the folder has content, or cannot be written to
 */
export async function createFolder(path: string, secret?: string): Promise<BackupFolder> {
  const made = secret === undefined ? undefined : await createKey(secret)
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    if ((await readdir(path)).length > 0) {
      throw new PlainError(`${path} is not empty. Name a new folder for each backup.`)
    }
    if (made)
      await writeFile(join(path, 'lock.json'), `${JSON.stringify(made.parameters, null, 2)}\n`)
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`The folder ${path} cannot be made: ${String(error)}.`)
  }
  return folderAt(path, made?.key)
}

/** Opens the folder of a backup. @throws PlainError if it has none, or the secret is missing or wrong */
export async function openFolder(path: string, secret?: string): Promise<BackupFolder> {
  const lock = await readFile(join(path, 'lock.json'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (lock === undefined) return folderAt(path, undefined)
  if (secret === undefined) {
    throw new PlainError(
      'This backup is encrypted. Set BACKUP_KEY, or BACKUP_KEY_FILE, to the key that it was made with.',
    )
  }
  return folderAt(path, await deriveKey(readParameters(lock), secret))
}

function readParameters(text: string): KeyParameters {
  try {
    const parameters: KeyParameters = JSON.parse(text)
    const { format, kdf, cost } = parameters
    if (format === 1 && kdf === 'scrypt' && cost <= 2 ** 20) return parameters
  } catch {
    // Parameters that cannot be read are reported below.
  }
  throw new PlainError('lock.json of this backup is damaged, or a newer version made it.')
}

function folderAt(path: string, key: Buffer | undefined): BackupFolder {
  const place = (name: string) => {
    // Names come from the manifest, which anybody may have written, so they must not lead out of the folder.
    if (name.split(/[\\/]/).includes('..')) {
      throw new PlainError(`${name} is not in this backup.`)
    }
    return join(path, key ? `${name}.sealed` : name)
  }
  return {
    path,
    has: (name) => existsSync(place(name)),
    remove: () => rm(path, { recursive: true, force: true }),
    async write(name, content) {
      const hash = createHash('sha256')
      let bytes = 0
      async function* measured() {
        for await (const part of content) {
          hash.update(part)
          bytes += part.length
          yield part
        }
      }
      const packed = name.endsWith('.gz') ? pipeThrough(measured(), createGzip()) : measured()
      await mkdir(dirname(place(name)), { recursive: true, mode: 0o700 })
      await pipeline(
        key ? seal(key, name, packed) : packed,
        createWriteStream(place(name), { mode: 0o600, flags: 'wx', flush: true }),
      )
      return { bytes, sha256: hash.digest('hex') }
    },
    read(name) {
      const stored = explainError(name, createReadStream(place(name)))
      const opened = key ? unseal(key, name, stored) : stored
      return name.endsWith('.gz') ? explainError(name, pipeThrough(opened, createGunzip())) : opened
    },
  }
}

/** Measures content without storing it. */
export async function measure(content: AsyncIterable<Buffer>): Promise<Measure> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of content) {
    hash.update(part)
    bytes += part.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Pipes content through a stream. An error on either side ends both with that error. */
function pipeThrough(content: AsyncIterable<Buffer>, stream: Transform): AsyncIterable<Buffer> {
  run(Readable.from(content), stream, () => {})
  return stream
}

async function* explainError(name: string, content: AsyncIterable<Buffer>) {
  try {
    yield* content
  } catch (error) {
    if (error instanceof PlainError) throw error
    if (errorCode(error) === 'ENOENT') {
      throw new PlainError(`${name} is missing in this backup. Use another backup.`)
    }
    if (errorCode(error)?.startsWith('Z_')) {
      throw new PlainError(`${name} of this backup is damaged. Use another backup.`)
    }
    throw error
  }
}
