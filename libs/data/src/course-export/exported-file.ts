/** A file of an exported folder: its path, and its text or its bytes. */
export type ExportedFile = { path: string } & (
  | { text: string }
  | { bytes: Uint8Array<ArrayBuffer> }
)

/** Returns the bytes of a file, for a zip or a disk. */
export function fileBytes(file: ExportedFile): Uint8Array<ArrayBuffer> {
  return 'bytes' in file ? file.bytes : new TextEncoder().encode(file.text)
}
