/** A file of an exported folder: its path, and its text or its bytes. */
export type ExportedFile = { path: string } & (
  | { text: string }
  | { bytes: Uint8Array<ArrayBuffer> }
)

/** In: a file. Out: what it holds, for a zip as for a disk; the one place that knows what files are made of. */
export function fileBytes(file: ExportedFile): Uint8Array<ArrayBuffer> {
  return 'bytes' in file ? file.bytes : new TextEncoder().encode(file.text)
}
