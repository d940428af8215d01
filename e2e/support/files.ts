import { crc32, deflateSync } from 'node:zlib'
import { api, json, requireSuccess } from './api'

/** A file that a test uploads. */
export interface SomeFile {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
  width?: number
  height?: number
  alt?: string
}

/** Uploads files with the token of a course's author, as the back-office does. Returns their paths in order. */
export async function sendFiles(
  token: string,
  files: readonly SomeFile[],
  bucket: 'lesson-files' | 'covers' = 'lesson-files',
): Promise<string[]> {
  const facts = files.map(({ bytes, ...file }) => ({ ...file, size: bytes.byteLength }))
  const begun = await requireSuccess(
    await api(token, '/rest/v1/rpc/begin_uploads', json({ bucket, files: facts })),
  )
  const places: { path: string }[] = await begun.json()
  for (const [at, { path }] of places.entries()) {
    const { type, bytes } = files[at] ?? {}
    await requireSuccess(
      await api(token, `/storage/v1/object/${bucket}/${path}`, {
        method: 'POST',
        headers: { 'content-type': type ?? '' },
        body: bytes ?? null,
      }),
    )
  }
  return places.map(({ path }) => path)
}

/** Writes a lesson's text with the token of its author. The files that the text names become the lesson's. */
export async function writeLesson(token: string, lessonId: string, content: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ content })
  await requireSuccess(
    await api(token, `/rest/v1/lessons?id=eq.${lessonId}`, { method: 'PATCH', headers, body }),
  )
}

function chunk(kind: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/**
 * Returns a PNG of this size. `colourAt` gets the position, from 0 to 1 across and down, and returns red, green and
 * blue up to 255.
 */
function pngOf(
  width: number,
  height: number,
  colourAt: (across: number, down: number) => readonly number[],
): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set(colourAt(x / width, y / height), y * (width * 3 + 1) + 1 + x * 3)
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // The header says 8 bits per channel, three channels.
  head.set([8, 2], 8)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** Returns a PNG that shows hills under a sun. */
export const png = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  pngOf(width, height, (across, down) => {
    const isSun = Math.hypot(across - 0.7, (down - 0.3) * (height / width)) < 0.08
    const isHill = down > 0.65 + 0.12 * Math.sin(across * 7)
    return isSun ? [240, 183, 101] : isHill ? [18, 62, 88] : [134, 187 + 40 * down, 208]
  })

/** Returns a PNG whose colours change across and down, so that a test can tell which part is shown. */
export const gradient = (width: number, height: number): Buffer =>
  Buffer.from(pngOf(width, height, (across, down) => [across * 255, down * 255, 120]))

/** Returns a minimal PDF of this many bytes. */
export function pdf(size = 0): Uint8Array<ArrayBuffer> {
  const text =
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
  return new Uint8Array(Buffer.from(text.padEnd(size, ' ')))
}
