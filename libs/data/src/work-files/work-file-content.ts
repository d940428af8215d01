import type { Json } from '../database.gen'
import { isPlain } from '../files/content-type'
import { formatBytes } from '../files/file-size'
import { readStored } from '../files/file-store'
import { HEAD_BYTES, MEGAPIXELS, pictureSize } from '../files/picture-size'
import { printablePath } from '../files/unprintable'
import { type JsonObject, list, object, readable } from '../json'
import { formatCount } from '../wording'
import { readZipDirectory } from '../zip/zip-directory'

export interface NotebookCell {
  isCode: boolean
  source: string
  /** The outputs that are text; others are left out. */
  outputs: string[]
}

/**
 * The content of a file as pages show it. `more` says what is left out. Nothing of it is executed or used as HTML
 * (rules/assignments#file-views).
 */
export type WorkFileContent =
  | { kind: 'picture'; type: string; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'text'; text: string }
  | { kind: 'notebook'; language: string; cells: NotebookCell[]; more: string | null }
  | { kind: 'archive'; entries: { name: string; size: string }[]; more: string | null }
  | { kind: 'none'; reason: string }

const LONGEST_TEXT = 512 * 1024
const LONGEST_OUTPUT = 20_000
const MAX_CELLS = 500
const MAX_ENTRIES = 1_000

/** Downloads a file, and returns the content that a page shows. Rejects if the file cannot be downloaded. */
export const readWorkFile = async (name: string, address: string): Promise<WorkFileContent> =>
  workFileContent(name, await readStored(address))

/**
 * Returns the content of a file that a page shows. The type is decided by the bytes; the name only decides how a text
 * is shown. Never throws.
 */
export async function workFileContent(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<WorkFileContent> {
  const begin = hexOf(bytes.subarray(0, 16))
  const type = PICTURES.find(([, mark]) => mark.test(begin))?.[0]
  if (type !== undefined) return picture(type, bytes)
  if (/^504b0(304|506)/.test(begin)) return archive(bytes)
  const text = textOf(bytes)
  if (text === null) return { kind: 'none', reason: 'It is neither a text nor a picture.' }
  const notebook = /\.ipynb$/i.test(name) ? readable(readNotebook)(text) : null
  if (notebook) return notebook
  if (bytes.length > LONGEST_TEXT) return { kind: 'none', reason: 'It is too long.' }
  return { kind: 'text', text }
}

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The first bytes of pictures in formats that cannot contain code, as hexadecimal digits. */
const PICTURES: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638/],
  ['image/webp', /^52494646.{8}57454250/],
  ['image/avif', /^.{8}66747970617669(66|73)/],
]

function picture(type: string, bytes: Uint8Array<ArrayBuffer>): WorkFileContent {
  const size = pictureSize(bytes.subarray(0, HEAD_BYTES))
  if (size === null) return { kind: 'none', reason: 'The picture is damaged.' }
  if (size.width * size.height > MEGAPIXELS * 1e6) {
    return { kind: 'none', reason: 'The picture has too many pixels.' }
  }
  return { kind: 'picture', type, bytes }
}

/**
 * Returns the list of files in a zip from its directory. Nothing is unpacked, because a small zip can contain huge
 * files.
 */
async function archive(bytes: Uint8Array): Promise<WorkFileContent> {
  try {
    const read = async (from: number, to: number) => bytes.subarray(from, to)
    const files = (await readZipDirectory({ size: bytes.length, read })).filter(
      ({ isFolder }) => !isFolder,
    )
    return {
      kind: 'archive',
      entries: files
        .slice(0, MAX_ENTRIES)
        .map(({ name, size }) => ({ name: printablePath(name), size: formatBytes(size) })),
      more: leftOut(files.length - MAX_ENTRIES, (more) => `and ${formatCount(more, 'more file')}`),
    }
  } catch {
    return { kind: 'none', reason: 'The list of this archive cannot be read.' }
  }
}

const leftOut = (count: number, told: (count: number) => string) => (count > 0 ? told(count) : null)

function textOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  return isPlain(bytes) ? new TextDecoder().decode(bytes) : null
}

function readNotebook(text: string): WorkFileContent {
  const json: Json = JSON.parse(text)
  const notebook = object(json)
  const cells = list(notebook.cells)
  const { language_info } = object(notebook.metadata ?? {})
  const language = object(language_info ?? {}).name
  return {
    kind: 'notebook',
    language: typeof language === 'string' ? language : 'python',
    cells: cells.slice(0, MAX_CELLS).map((cell) => readCell(object(cell))),
    more: leftOut(
      cells.length - MAX_CELLS,
      (more) => `${formatCount(more, 'more cell')}. Download the file to read them.`,
    ),
  }
}

function readCell({ cell_type, source, outputs }: JsonObject): NotebookCell {
  const texts = Array.isArray(outputs) ? outputs.map((output) => outputText(object(output))) : []
  return {
    isCode: cell_type === 'code',
    source: joinLines(source).slice(0, LONGEST_TEXT),
    outputs: texts.filter((text) => text !== ''),
  }
}

/** Returns the text of an output; empty if it is something else, such as a picture or a page. */
function outputText({ text, data, ename, evalue }: JsonObject): string {
  const said =
    typeof ename === 'string'
      ? `${ename}: ${joinLines(evalue)}`
      : joinLines(text ?? object(data ?? {})['text/plain'])
  // Removes the codes with which a terminal colours a text.
  return said.replace(/\p{Cc}\[[\d;]*[A-Za-z]/gu, '').slice(0, LONGEST_OUTPUT)
}

/** Returns a text that a notebook stores as one string or as a list of lines. */
const joinLines = (text: Json | undefined): string =>
  [text]
    .flat()
    .filter((part) => typeof part === 'string')
    .join('')
