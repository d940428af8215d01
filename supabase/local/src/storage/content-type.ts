import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

/** What begins a file that a browser would run as a page, whatever it is called. */
const markup = /^\s*(<\?xml|<!doctype|<html|<svg|<script|<!--)/i

/**
 * What a file is, by its bytes; what was claimed where bytes do not tell, as with plain text. Markup is
 * named as such, so that no bucket takes it for a picture or a text.
 * @param claimed the type that came with it
 */
export async function contentTypeOf(path: string, claimed: string): Promise<string> {
  const found = await fileTypeFromFile(path)
  if (found?.mime === 'application/xml') return markupType(await beginning(path))
  // Documents of an office suite that their archive alone would call something else.
  if (found && !(found.mime === 'application/zip' && claimed.includes('document'))) {
    return found.mime
  }
  const text = await beginning(path)
  if (markup.test(text)) return markupType(text)
  const plain = claimed.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  // A picture, a film or a document that its bytes do not show is none.
  if (/^(image|audio|video)\/|pdf|zip/.test(plain)) return 'application/octet-stream'
  return plain === '' ? 'application/octet-stream' : plain
}

const markupType = (text: string) => (/<svg/i.test(text) ? 'image/svg+xml' : 'text/html')

async function beginning(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '')
  } finally {
    await file.close()
  }
}
