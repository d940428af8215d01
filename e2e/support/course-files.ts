import { crc32, deflateSync } from 'node:zlib'
import { type Account, origin, projectKey, type World } from './world'

const part = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG whose colours run from left to right and from top to bottom, so that it can be told which part is shown. */
export function picture(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of red, green and blue each.
  head.set([8, 2, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (1 + width * 3) + 1 + x * 3
      rows.set([(x / width) * 255, (y / height) * 255, 120], at)
    }
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    part('IHDR', head),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ])
}

interface GivenFile {
  name: string
  type: string
  bytes: Buffer
  width?: number
  height?: number
}

/** What a person who builds courses does with files and texts without a browser. */
export async function builder(world: World, person: Account) {
  const { access_token } = await world.session(person)
  const send = async (path: string, method: string, type: string, body: BodyInit) => {
    const response = await fetch(`${origin()}${path}`, {
      method,
      headers: {
        apikey: projectKey(),
        authorization: `Bearer ${access_token}`,
        'content-type': type,
      },
      body,
    })
    if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`)
    return response
  }
  const json = (path: string, method: string, body: object) =>
    send(path, method, 'application/json', JSON.stringify(body))
  return {
    /** Sends a file, which no lesson names yet. Out: what stands for it in a text. */
    async send({ bytes, ...file }: GivenFile): Promise<string> {
      const files = [{ ...file, size: bytes.length }]
      const begun = await json('/rest/v1/rpc/begin_uploads', 'POST', {
        bucket: 'lesson-files',
        files,
      })
      const [{ path }]: [{ path: string }] = await begun.json()
      const target = `/storage/v1/object/lesson-files/${path}`
      await send(target, 'POST', file.type, new Uint8Array(bytes))
      return `lesson-files/${path}`
    },
    /** Writes a text over a lesson's, which takes the files that it names. */
    async write(lessonId: string, content: string): Promise<void> {
      await json(`/rest/v1/lessons?id=eq.${lessonId}`, 'PATCH', { content })
    },
  }
}
