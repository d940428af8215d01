import { randomBytes } from 'node:crypto'
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../supabase/local/src/testing/temporary-folder'
import { createFolder, openFolder } from './folder'
import { seal, unseal } from './seal'

const KEY = randomBytes(32)
/** More than two pieces and less than three. */
const CONTENT = Buffer.from('The quick brown fox. '.repeat(8_000))
/** The size of an encrypted piece with its authentication tag. */
const PIECE = 64 * 1024 + 16

async function together(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

/** Yields content in parts of other sizes than the pieces, as a disk does. */
async function* parts(content: Buffer) {
  for (let at = 0; at < content.length; at += 50_000) yield content.subarray(at, at + 50_000)
}

const sealed = (content: Buffer, name = 'one') => together(seal(KEY, name, parts(content)))
const opened = (content: Buffer, name = 'one') => together(unseal(KEY, name, parts(content)))

test.each([0, 1, 64 * 1024, 128 * 1024, CONTENT.length])(
  '%d encrypted bytes can be read again with the key, and not without it',
  async (length) => {
    const content = CONTENT.subarray(0, length)
    const bytes = await sealed(content)
    expect((await opened(bytes)).equals(content)).toBe(true)
    expect(bytes.toString('latin1')).not.toContain('quick')
  },
)

test.each<[string, (bytes: Buffer) => Buffer | Promise<Buffer>]>([
  ['a changed byte', (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([7])])],
  ['an end cut off between two pieces', (bytes) => bytes.subarray(0, PIECE)],
  ['no content at all', () => Buffer.alloc(0)],
  [
    'pieces that changed places',
    (bytes) =>
      Buffer.concat([
        bytes.subarray(PIECE, 2 * PIECE),
        bytes.subarray(0, PIECE),
        bytes.subarray(2 * PIECE),
      ]),
  ],
  ['the content of another file', () => sealed(CONTENT, 'two')],
])('an encrypted file with %s is refused', async (_, change) => {
  const bytes = await change(await sealed(CONTENT))
  await expect(opened(bytes)).rejects.toThrow('one of this backup is damaged or was changed')
})

test('a wrong key, a missing key, and a short key are refused with a sentence', async () => {
  const path = join(temporaryFolder(), 'backup')
  await createFolder(path, 'a key that only this test has')
  await expect(openFolder(path, 'a key that somebody else has')).rejects.toThrow(
    'BACKUP_KEY does not open this backup. It was made with another key',
  )
  await expect(openFolder(path)).rejects.toThrow('This backup is encrypted. Set BACKUP_KEY')
  await expect(createFolder(join(path, 'new'), 'short')).rejects.toThrow(
    'BACKUP_KEY has 5 characters and needs at least 16.',
  )
})

test('without a key, missing and damaged files are named, and a folder with content is refused', async () => {
  const folder = await createFolder(join(temporaryFolder(), 'backup'))
  await folder.write('one.gz', [CONTENT])
  truncateSync(join(folder.path, 'one.gz'), 100)
  await expect(together(folder.read('one.gz'))).rejects.toThrow('one.gz of this backup is damaged.')
  await expect(together(folder.read('two'))).rejects.toThrow('two is missing in this backup.')
  await expect(createFolder(folder.path)).rejects.toThrow('is not empty.')
})
