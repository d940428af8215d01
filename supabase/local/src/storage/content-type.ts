import { type FileHandle, open } from 'node:fs/promises'
import { type Bytes, contentType } from '@rookies/data/files/content-type'
import { fileTypeFromFile } from 'file-type'

/**
 * What a file is, by its bytes; what was claimed where bytes do not tell, as with plain text.
 * @param claimed the type that came with it
 */
export async function contentTypeOf(path: string, claimed: string): Promise<string> {
  const found = await fileTypeFromFile(path)
  const file = await open(path)
  try {
    return await contentType(bytesOf(file), found?.mime, claimed)
  } finally {
    await file.close()
  }
}

const bytesOf = (file: FileHandle): Bytes => ({
  async read(at, length) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  },
})
