import { rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { isObject } from '../auth/body'
import type { Disk } from './disk'
import { badRequest, StorageError, tooLarge } from './errors'
import type { Announced, Described } from './objects'

/** What a form may have around its file, in bytes. */
const formBytes = 1_000_000

/** A file that came with a request, put aside, and what came with it. */
export interface IncomingFile {
  file: string
  described: Omit<Described, 'upsert'>
}

/**
 * What the headers say of a file before it comes; of the file in a form they say nothing.
 * @throws StorageError InvalidRequest
 */
export function announcedBy(incoming: IncomingMessage): Announced {
  const { headers } = incoming
  if (isForm(headers)) return {}
  const { 'content-type': type, 'content-length': length } = headers
  const userMetadata = sentMetadata(incoming)
  return {
    ...(type !== undefined && { type }),
    ...(length !== undefined && { size: Number(length) }),
    ...(userMetadata && { userMetadata }),
  }
}

const isForm = (headers: IncomingHttpHeaders): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') ?? false

/**
 * Takes the file of a form, as browsers send it, or the body itself, to the disk as it arrives.
 * @param most bytes that are taken
 * @throws StorageError EntityTooLarge, InvalidRequest, InsufficientStorage; nothing is left then
 */
export async function receiveFile(
  incoming: IncomingMessage,
  disk: Pick<Disk, 'checkRoom' | 'receive'>,
  most: number,
): Promise<IncomingFile> {
  const { headers } = incoming
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > most + (isForm(headers) ? formBytes : 0)) throw tooLarge()
  await disk.checkRoom(announced)
  if (isForm(headers)) return receiveForm(incoming, disk, most)
  const userMetadata = sentMetadata(incoming) ?? null
  const file = await disk.receive(incoming, most)
  const contentType = headers['content-type'] ?? ''
  const cacheControl = headers['cache-control'] ?? 'no-cache'
  return { file, described: { contentType, cacheControl, userMetadata } }
}

async function receiveForm(
  incoming: IncomingMessage,
  disk: Pick<Disk, 'receive'>,
  most: number,
): Promise<IncomingFile> {
  const fields = new Map<string, string>()
  let part: { bytes: Readable; file: Promise<string>; type: string } | undefined
  try {
    const form = new Busboy({
      headers: incoming.headers as BusboyHeaders,
      limits: { files: 1, fields: 10, fieldSize: formBytes },
    })
    await new Promise<void>((resolve, reject) => {
      form.on('field', (name, value) => fields.set(name, value))
      form.on('file', (_, bytes, __, ___, type) => {
        const file = disk.receive(bytes, most)
        file.catch(reject)
        // One that ends early may say so after all has been given up.
        bytes.on('error', reject)
        part = { bytes, file, type }
      })
      form.once('finish', resolve)
      form.on('error', reject)
      incoming.once('error', reject)
      incoming.pipe(form)
    }).finally(() => incoming.unpipe(form))
    if (!part) throw badRequest('There is no file in this form')
    const sent = fields.get('metadata')
    const contentType = part.type
    const cacheControl = maxAge(fields.get('cacheControl'))
    const userMetadata = sent === undefined ? null : metadataOf(sent)
    return { file: await part.file, described: { contentType, cacheControl, userMetadata } }
  } catch (error) {
    part?.bytes.destroy(new Error('given up'))
    const left = await part?.file.catch(() => undefined)
    if (left !== undefined) await rm(left, { force: true })
    throw error instanceof StorageError ? error : badRequest('This form cannot be read')
  }
}

/** What a request says of its file in a header; undefined where it says nothing. @throws StorageError InvalidRequest */
export function sentMetadata({ headers }: IncomingMessage): Record<string, unknown> | undefined {
  const sent = headers['x-metadata']
  return typeof sent === 'string' ? metadataOf(Buffer.from(sent, 'base64').toString()) : undefined
}

/** In: how long a file may be kept, in seconds, as clients send it. Out: the header that says so. */
export const maxAge = (seconds: string | null | undefined): string =>
  /^-?\d+$/.test(seconds ?? '') ? `max-age=${seconds}` : 'no-cache'

/** @throws StorageError InvalidRequest */
export function metadataOf(text: string): Record<string, unknown> {
  try {
    const metadata: unknown = JSON.parse(text)
    if (isObject(metadata)) return metadata
  } catch {
    // Said below.
  }
  throw badRequest('The metadata is no JSON object')
}
