import { type FileHandle, open } from 'node:fs/promises'
import { type Bytes, contentType } from '@rookies/data/files/content-type'
import { fileTypeFromFile } from 'file-type'

/**
 * Detects the type of a file from its bytes. For bytes without a signature, such as plain text, the claimed type counts.
 * @param claimed the type that the sender gave
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
