import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { PlainError } from '../../supabase/local/src/plain-error'

/** The content of lock.json in an encrypted backup: how its key is derived from the secret that a person stores. */
export interface KeyParameters {
  format: 1
  kdf: 'scrypt'
  salt: string
  cost: number
  /** Distinguishes a wrong key from a damaged file. */
  check: string
}

const PIECE = 64 * 1024
const TAG = 16
/** The cost of each attempt to guess a key: 128 MB of memory and half a second. */
const COST = 2 ** 17
const SHORTEST_KEY = 16

/** Derives the key of a new backup with new parameters. @throws PlainError if the secret is too short */
export async function createKey(
  secret: string,
): Promise<{ parameters: KeyParameters; key: Buffer }> {
  if (secret.length < SHORTEST_KEY) {
    throw new PlainError(
      `BACKUP_KEY has ${secret.length} characters and needs at least ${SHORTEST_KEY}. openssl rand -hex 32 makes one.`,
    )
  }
  const salt = randomBytes(32)
  const key = await derive(secret, salt, COST)
  const parameters: KeyParameters = {
    format: 1,
    kdf: 'scrypt',
    salt: salt.toString('base64'),
    cost: COST,
    check: checkOf(key).toString('base64'),
  }
  return { parameters, key }
}

/** Derives the key of a backup again. @throws PlainError if the backup was made with another secret */
export async function deriveKey(parameters: KeyParameters, secret: string): Promise<Buffer> {
  const key = await derive(secret, Buffer.from(parameters.salt, 'base64'), parameters.cost)
  const check = Buffer.from(parameters.check, 'base64')
  if (check.length === 32 && timingSafeEqual(check, checkOf(key))) return key
  throw new PlainError(
    'BACKUP_KEY does not open this backup. It was made with another key: set the one that was in use when it was made.',
  )
}

/**
 * Encrypts a file in pieces. Each piece is bound to its number and to whether it is the last, so that none can be
 * changed, moved, or removed. The key is bound to the file's name, so that files cannot be exchanged. Each backup has
 * its own salt, so no key is used for two files.
 */
export async function* seal(key: Buffer, name: string, content: AsyncIterable<Buffer>) {
  const own = keyOf(key, name)
  for await (const { piece, nonce } of pieces(content, PIECE)) {
    const cipher = createCipheriv('aes-256-gcm', own, nonce)
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts the output of `seal`. @throws PlainError if a byte was changed or the end is missing */
export async function* unseal(key: Buffer, name: string, content: AsyncIterable<Buffer>) {
  const own = keyOf(key, name)
  for await (const { piece, nonce } of pieces(content, PIECE + TAG)) {
    const end = Math.max(piece.length - TAG, 0)
    try {
      const decipher = createDecipheriv('aes-256-gcm', own, nonce)
      decipher.setAuthTag(piece.subarray(end))
      yield Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()])
    } catch {
      throw new PlainError(
        `${name} of this backup is damaged or was changed: it does not fit its key. Use another backup.`,
      )
    }
  }
}

function derive(secret: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

const keyOf = (key: Buffer, name: string) =>
  Buffer.from(hkdfSync('sha256', key, '', `rookies backup 1: ${name}`, 32))

const checkOf = (key: Buffer) => keyOf(key, 'check')

/** Divides content into pieces of one size. The last piece may be shorter or empty. */
async function* pieces(content: AsyncIterable<Buffer>, size: number) {
  let rest: Buffer = Buffer.alloc(0)
  let count = 0n
  const nonce = (last: boolean) => {
    const bytes = Buffer.alloc(12)
    bytes.writeBigUInt64BE(count++)
    bytes.writeUInt8(Number(last), 11)
    return bytes
  }
  for await (const part of content) {
    rest = Buffer.concat([rest, part])
    for (; rest.length > size; rest = rest.subarray(size)) {
      yield { piece: rest.subarray(0, size), nonce: nonce(false) }
    }
  }
  yield { piece: rest, nonce: nonce(true) }
}
