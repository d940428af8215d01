/** A file of an exported folder, path and text. */
export interface ExportedFile {
  path: string
  text: string
}

/** In: a file. Out: what it holds, for a zip as for a disk; the one place that knows what files are made of. */
export function fileBytes({ text }: ExportedFile): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
