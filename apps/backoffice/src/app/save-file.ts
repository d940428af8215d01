declare global {
  interface Window {
    /** Chromium's way to let the person say where a file goes; not in the types yet. */
    showSaveFilePicker?: (options: {
      suggestedName: string
      types: { description: string; accept: Record<string, string[]> }[]
    }) => Promise<FileSystemFileHandle>
  }
}

/** A file that is being written, piece by piece. */
export interface FileTarget {
  write(text: string): Promise<void>
  /** The file is whole. */
  close(): Promise<void>
  /** It is not to be: nothing stays behind. */
  abort(): Promise<void>
}

/** Hands bytes to the person as a file with this name, which the browser saves where it saves downloads. */
export function saveFile(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): void {
  saveBlob(name, new Blob([bytes], { type }))
}

/**
 * A CSV file to write into, or one with tabs (`.tsv`): where the person says, in browsers that can write there as they go; elsewhere
 * it is gathered and saved as a download in the end. To be called from a press of a button, which is when
 * browsers allow the question. Out: null when the person thinks better of it.
 */
export async function openCsvFile(name: string): Promise<FileTarget | null> {
  const ask = window.showSaveFilePicker
  if (!ask) return download(name)
  try {
    const handle = await ask.call(window, {
      suggestedName: name,
      types: [
        name.endsWith('.tsv')
          ? { description: 'TSV', accept: { [TABS]: ['.tsv'] } }
          : { description: 'CSV', accept: { 'text/csv': ['.csv'] } },
      ],
    })
    const file = await handle.createWritable()
    return {
      write: (text) => file.write(text),
      close: () => file.close(),
      abort: () => file.abort(),
    }
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return null
    // A policy of the browser's forbids the question: the file can still be a download.
    return download(name)
  }
}

const TABS = 'text/tab-separated-values'

function download(name: string): FileTarget {
  const parts: string[] = []
  const type = name.endsWith('.tsv') ? TABS : 'text/csv'
  return {
    write: async (text) => void parts.push(text),
    close: async () => saveBlob(name, new Blob(parts, { type: `${type};charset=utf-8` })),
    abort: async () => {},
  }
}

function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: some browsers read the address only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
