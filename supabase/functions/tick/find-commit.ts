import { fieldOf } from '../_shared/answer.ts'
import { askAsService } from '../_shared/as-service.ts'
import { PATIENCE_MS, Refused } from '../_shared/mailer.ts'
import { commitOf, readRefs } from './read-refs.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

/** The only hosts to which requests are sent. */
const HOSTS: readonly string[] = ['github.com', 'gitlab.com', 'bitbucket.org']
const PATH = /^[\w.][\w.-]*(?:\/[\w.][\w.-]*)+$/
/** Milliseconds for the whole answer of a host. */
const HOST_PATIENCE_MS = 5_000
/** The most bytes of an answer that are read. */
const MAX_BYTES = 64 * 1024
const LIST_TYPE = 'application/x-git-upload-pack-advertisement'

/** Requests a page of a host that is not part of the project; `fetch`, except in tests. */
export type AskHost = (address: string, init: RequestInit) => Promise<Response>

/**
 * Requests the commit of a round from the host of its repository, and stores it (rules/assignments#commits).
 * The job is also done if the host refuses, or if its answer does not contain the commit.
 * @param content answer of `private.due_round_commit()`: round_id, host, path, branch
 * @throws if the host does not answer, so that the job is tried again
 */
export async function findCommit(
  content: unknown,
  options: { restUrl: string; serviceKey: string; siteUrl: string; askHost: AskHost },
): Promise<void> {
  const address = listAddress(fieldOf(content, 'host'), fieldOf(content, 'path'))
  if (address === null) throw new Refused('Commits are not looked up at this address.')
  const branch = fieldOf(content, 'branch')
  const bytes = await readList(address, options)
  const list = bytes && readRefs(bytes)
  const sha = list && commitOf(list, typeof branch === 'string' ? plain(branch) : null)
  if (!sha) return
  await askAsService(
    { ...options, signal: AbortSignal.timeout(PATIENCE_MS) },
    'keep_round_commit',
    {
      round_id: fieldOf(content, 'round_id'),
      sha,
    },
  )
}

/** Returns the address of a repository's list of branches; null for another host, or a path of something else. */
export function listAddress(host: unknown, path: unknown): string | null {
  if (typeof host !== 'string' || !HOSTS.includes(host)) return null
  if (typeof path !== 'string' || !PATH.test(path) || /(?:^|\/)\.+(?:\/|$)/.test(path)) return null
  return `https://${host}/${path}.git/info/refs?service=git-upload-pack`
}

/**
 * Returns the first 64 kB of a list of branches; null if the host refuses, redirects, or does not answer as git does.
 * @throws if the host does not answer in time, or answers with 429 or a server error
 */
async function readList(
  address: string,
  { siteUrl, askHost }: { siteUrl: string; askHost: AskHost },
): Promise<Uint8Array | null> {
  const answer = await askHost(address, {
    redirect: 'manual',
    credentials: 'omit',
    headers: {
      accept: LIST_TYPE,
      'accept-encoding': 'identity',
      // Hosts recognize a git client by the beginning of this name.
      'user-agent': `git/Rookies (+${siteUrl})`,
    },
    signal: AbortSignal.timeout(HOST_PATIENCE_MS),
  })
  if (answer.status !== 200 || answer.headers.get('content-type') !== LIST_TYPE) {
    await answer.body?.cancel()
    if (answer.status < 500 && answer.status !== 429) return null
    throw new Error(`${new URL(address).host} answered ${answer.status}`)
  }
  return readFirst(answer, MAX_BYTES)
}

async function readFirst(answer: Response, most: number): Promise<Uint8Array> {
  const reader = answer.body?.getReader()
  const bytes = new Uint8Array(most)
  let size = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const part = read.value.subarray(0, most - size)
    bytes.set(part, size)
    size += part.length
    if (size === most) {
      await reader?.cancel()
      break
    }
  }
  return bytes.subarray(0, size)
}

/** Decodes a part of an address. Returns it unchanged if it is not encoded correctly. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
