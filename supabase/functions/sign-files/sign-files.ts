import { type Answer, failure, fieldOf } from '../_shared/answer.ts'
import { refusal } from '../_shared/refusal.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

export interface SignOptions {
  /** Address of the REST API, without a slash at the end. */
  restUrl: string
  /** Address of storage, without a slash at the end. */
  storageUrl: string
  /** The caller's own headers, by which the database decides which files are signed. */
  authorization: string
  apiKey: string
  /** The key with which storage signs the allowed files, because callers may not read its objects. */
  serviceKey: string
  log: (line: string) => void
  /** Stops the work. */
  signal?: AbortSignal
}

/** Seconds until a signed address expires. */
const SECONDS = 60 * 60
const MAX_PATHS = 1000
/**
 * The private buckets, each with the database function that returns the paths that the caller may fetch, and with what
 * is added to the addresses. Work can be a page, so no browser shows it at its address (rules/assignments#files).
 */
const BUCKETS = {
  'lesson-files': { asked: 'readable_files', added: '' },
  'work-files': { asked: 'readable_work_files', added: '&download=' },
} as const

type Bucket = keyof typeof BUCKETS
/** Paths as the database generates them. */
const PATH = /^[0-9a-z._/-]{1,200}$/

/**
 * Signs addresses of files: of lessons, given as {paths}, or of work, given as {paths, bucket: 'work-files'}.
 *
 * Answers 200 {files: [{path, address}]}, with addresses relative to storage, for the existing files that the caller
 * may fetch; 400 BAD_REQUEST, 401 with the API's code for an invalid or ended token, 403 42501, 502 API_FAILED.
 */
export async function signFiles(body: unknown, options: SignOptions): Promise<Answer> {
  const paths = fieldOf(body, 'paths')
  const bucket = fieldOf(body, 'bucket') ?? 'lesson-files'
  if (!isBucket(bucket)) return failure(400, 'BAD_REQUEST', 'There is no such bucket.')
  if (!isPaths(paths)) {
    return failure(400, 'BAD_REQUEST', `paths must be a list of at most ${MAX_PATHS} paths.`)
  }
  try {
    const readable = await askReadable(bucket, paths, options)
    if (!Array.isArray(readable)) return readable
    return {
      status: 200,
      body: { files: readable.length > 0 ? await sign(bucket, readable, options) : [] },
    }
  } catch (error) {
    options.log(`sign-files: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'The files could not be reached. Try again shortly.')
  }
}

/** Returns the paths that the caller may fetch, or the refusal. */
async function askReadable(
  bucket: Bucket,
  paths: string[],
  options: SignOptions,
): Promise<string[] | Answer> {
  const { asked } = BUCKETS[bucket]
  const answer = await post(`${options.restUrl}/rpc/${asked}`, { paths }, options, {
    authorization: options.authorization,
    apikey: options.apiKey,
  })
  const said: unknown = await answer.json().catch(() => null)
  const refused = refusal(answer.status, said, 'You may not fetch these files.')
  if (refused) return refused
  if (!answer.ok || !isPaths(said)) throw new Error(`${asked} answered ${answer.status}`)
  return said
}

async function sign(
  bucket: Bucket,
  paths: string[],
  options: SignOptions,
): Promise<{ path: string; address: string }[]> {
  const url = `${options.storageUrl}/object/sign/${bucket}`
  const answer = await post(url, { expiresIn: SECONDS, paths }, options, {
    authorization: `Bearer ${options.serviceKey}`,
    apikey: options.serviceKey,
  })
  const said: unknown = await answer.json().catch(() => null)
  if (!answer.ok || !Array.isArray(said)) throw new Error(`storage answered ${answer.status}`)
  return said.flatMap((entry) => {
    const [path, address] = [fieldOf(entry, 'path'), fieldOf(entry, 'signedURL')]
    return typeof path === 'string' && typeof address === 'string'
      ? [{ path, address: address + BUCKETS[bucket].added }]
      : []
  })
}

const post = (
  url: string,
  body: object,
  { signal }: SignOptions,
  headers: Record<string, string>,
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })

const isPaths = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length <= MAX_PATHS &&
  value.every((path) => typeof path === 'string' && PATH.test(path))

const isBucket = (value: unknown): value is Bucket =>
  typeof value === 'string' && Object.hasOwn(BUCKETS, value)
