import { rm } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import { isObject } from '../auth/body'
import type { Disk } from './disk'
import { badRequest, StorageError, tooLarge } from './errors'
import type { Announced, FileProperties } from './objects'

/** The most bytes of a form besides its file. */
const formBytes = 1_000_000

/** A received file and its properties. */
export interface IncomingFile {
  /** The path of the temporary file. */
  file: string
  properties: Omit<FileProperties, 'upsert'>
}

/**
 * Reads what the headers announce about a file before it arrives. For a form they announce nothing.
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
 * Writes the body, or the file of a form as browsers send it, to a temporary file as it arrives.
 * @param maxBytes the most bytes that are accepted
 * @throws StorageError EntityTooLarge, InvalidRequest or InsufficientStorage; no file remains then
 */
export async function receiveFile(
  incoming: IncomingMessage,
  disk: Pick<Disk, 'checkRoom' | 'receive'>,
  maxBytes: number,
): Promise<IncomingFile> {
  const { headers } = incoming
  const announced = Number(headers['content-length'] ?? 0)
  if (announced > maxBytes + (isForm(headers) ? formBytes : 0)) throw tooLarge()
  await disk.checkRoom(announced)
  if (isForm(headers)) return receiveForm(incoming, disk, maxBytes)
  const userMetadata = sentMetadata(incoming) ?? null
  const file = await disk.receive(incoming, maxBytes)
  const contentType = headers['content-type'] ?? ''
  const cacheControl = headers['cache-control'] ?? 'no-cache'
  return { file, properties: { contentType, cacheControl, userMetadata } }
}

async function receiveForm(
  incoming: IncomingMessage,
  disk: Pick<Disk, 'receive'>,
  maxBytes: number,
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
        const file = disk.receive(bytes, maxBytes)
        file.catch(reject)
        // A part that ends early may report its error after the form was given up.
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
    return { file: await part.file, properties: { contentType, cacheControl, userMetadata } }
  } catch (error) {
    part?.bytes.destroy(new Error('given up'))
    const received = await part?.file.catch(() => undefined)
    if (received !== undefined) await rm(received, { force: true })
    throw error instanceof StorageError ? error : badRequest('This form cannot be read')
  }
}

/** Reads the header `x-metadata`; undefined without one. @throws StorageError InvalidRequest */
export function sentMetadata({ headers }: IncomingMessage): Record<string, unknown> | undefined {
  const sent = headers['x-metadata']
  return typeof sent === 'string' ? metadataOf(Buffer.from(sent, 'base64').toString()) : undefined
}

/** Converts the seconds that clients send in a form or in TUS metadata to a value of Cache-Control. */
export const maxAge = (seconds: string | null | undefined): string =>
  /^-?\d+$/.test(seconds ?? '') ? `max-age=${seconds}` : 'no-cache'

/** @throws StorageError InvalidRequest */
export function metadataOf(text: string): Record<string, unknown> {
  try {
    const metadata: unknown = JSON.parse(text)
    if (isObject(metadata)) return metadata
  } catch {
    // The error below covers this case.
  }
  throw badRequest('The metadata is no JSON object')
}
