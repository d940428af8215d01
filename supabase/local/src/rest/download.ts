import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from '../disk-full'
import { isAlive } from '../lock/processes'
import { errorCode, errorMessage, PlainError } from '../plain-error'
import { proxiedGet } from './proxied-get'

/** A file of a release; a sum that is not known yet is null. */
export type ReleaseFile = { address: string; bytes: number | null; sha256: string | null }

export type DownloadOptions = {
  /** The name of the program for messages: `PostgREST 12.2.12`. */
  what: string
  env: NodeJS.ProcessEnv
  say: (line: string) => void
  /** Milliseconds without a byte after which the download counts as cut. */
  stallMs: number
  /** The process that downloads; only tests name another one. */
  pid?: number
}

const redirects = [301, 302, 303, 307, 308]
const maxRedirects = 5

/**
 * Downloads a file into `dir`, and checks its SHA-256. Continues after an interruption, also one of an earlier process.
 * Each process writes to a separate file, so that several may download at the same time.
 *
 * @returns the path of the file, which the caller deletes
 * @throws PlainError that says what to do; the received bytes are kept for the next attempt, unless the checksum is
 * wrong
 */
export async function download(
  file: ReleaseFile,
  dir: string,
  options: DownloadOptions,
): Promise<string> {
  const part = ownPart(dir, basename(new URL(file.address).pathname), options.pid ?? process.pid)
  // An earlier start may have downloaded the whole file, but had no program to unpack it.
  if (file.sha256 !== null && sizeOf(part) > 0 && (await sumOf(part)) === file.sha256) return part
  let isAnnounced = false
  const say = (line: string) => {
    if (!isAnnounced) options.say(line)
    isAnnounced = true
  }
  for (let before = sizeOf(part); ; ) {
    try {
      await fetchRest(file, part, { ...options, say })
      break
    } catch (error) {
      if (error instanceof PlainError) throw error
      if (isDiskFull(error)) throw noRoom(dir)
      if (Object(error).syscall === 'open') throw notKept(dir, error)
      const size = sizeOf(part)
      if (size <= before || size === 0) throw notDownloaded(file, options.what, error, size)
      before = size
    }
  }
  const sum = await sumOf(part)
  if (file.sha256 === null || sum === file.sha256) return part
  rmSync(part)
  throw new PlainError(
    `${file.address} is not the file that was released: its SHA-256 is ${sum} instead of ${file.sha256}. It was ` +
      'deleted. Start again; if it happens again, something on the way changes downloads: ' +
      `name ${options.what} with POSTGREST=<path> instead.`,
  )
}

/** Returns the SHA-256 of a file, in hexadecimal digits. */
export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Returns the file of this process, which takes over the bytes that an ended process has received. */
function ownPart(dir: string, name: string, pid: number): string {
  const own = join(dir, `${name}.${pid}.part`)
  try {
    mkdirSync(dir, { recursive: true })
    for (const left of readdirSync(dir)) {
      if (!left.startsWith(`${name}.`) || !left.endsWith('.part')) continue
      const owner = Number(left.slice(name.length + 1, -'.part'.length))
      if (owner === pid || isAlive(owner)) continue
      if (existsSync(own)) rmSync(join(dir, left), { force: true })
      else renameSync(join(dir, left), own)
    }
  } catch (error) {
    if (isDiskFull(error)) throw noRoom(dir)
    // Otherwise, another start took over the same file.
    if (errorCode(error) !== 'ENOENT') throw notKept(dir, error)
  }
  return own
}

async function fetchRest(file: ReleaseFile, part: string, options: DownloadOptions): Promise<void> {
  const had = sizeOf(part)
  const headers: Record<string, string> = had > 0 ? { range: `bytes=${had}-` } : {}
  let address = new URL(file.address)
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const answer = await proxiedGet(address, { headers, ...options })
    const { statusCode: status = 0, headers: told } = answer
    if (redirects.includes(status) && told.location) {
      answer.destroy()
      address = new URL(told.location, address)
      continue
    }
    const goesOn = status === 206 && had > 0
    if (status !== 200 && !goesOn) {
      answer.destroy()
      // The host has no further bytes. The checksum shows whether the file is complete.
      if (status === 416 && had > 0) return
      throw notDownloaded(file, options.what, `the host answered ${status}`, had)
    }
    const left = Number(told['content-length'] ?? file.bytes ?? 0)
    const size = left > 0 ? `${megabytes(left)}${goesOn ? ' left' : ''}` : 'of unknown size'
    options.say(`Downloading ${options.what} from ${address.host} (${size}), once …`)
    const writer = createWriteStream(part, { flags: goesOn ? 'a' : 'w' })
    // After a cut, a write may still be under way, and the next request begins where the file ends.
    const closed = new Promise<void>((resolve) => writer.once('close', () => resolve()))
    await pipeline(answer, writer).finally(() => closed)
    return
  }
  throw notDownloaded(file, options.what, 'the host led from one address to the next', had)
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const otherWays =
  'Without a way to the internet, download that file on another machine and unpack it: POSTGREST=<path> names ' +
  'the program, and so does the PATH. Behind a proxy, set HTTPS_PROXY.'

function notDownloaded(
  { address }: ReleaseFile,
  what: string,
  reason: unknown,
  kept: number,
): PlainError {
  const why = typeof reason === 'string' ? reason : errorMessage(reason)
  const next = kept > 0 ? `${megabytes(kept)} are kept; start again to go on. ` : ''
  return new PlainError(
    `${what} could not be downloaded from ${address}: ${why}. ${next}${otherWays}`,
  )
}

const noRoom = (dir: string) =>
  new PlainError(
    `There is no room left on the disk that holds ${dir}. Make room, then start again.`,
  )

const notKept = (dir: string, error: unknown) =>
  new PlainError(
    `A download cannot be kept in ${dir}: ${errorMessage(error)}. Run npm start as a user who may write there, or ` +
      'name the program with POSTGREST=<path>.',
  )
