declare global {
  interface Window {
    /** Asks where to save a file. Only Chromium has it, and TypeScript's types lack it. */
    showSaveFilePicker?: (options: {
      suggestedName: string
      types: { description: string; accept: Record<string, string[]> }[]
    }) => Promise<FileSystemFileHandle>
  }
}

/** A file that is written in pieces. */
export interface FileTarget {
  write(text: string): Promise<void>
  /** Ends the file and keeps it. */
  close(): Promise<void>
  /** Discards the file. */
  abort(): Promise<void>
}

/** Downloads bytes as a file with this name. */
export function saveFile(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): void {
  saveBlob(name, new Blob([bytes], { type }))
}

/**
 * Opens a CSV file (or a `.tsv` file with tabs) for writing. Chromium asks where to save it and streams to that
 * place; other browsers collect the pieces and download them at the end. Must be called from a click handler,
 * because browsers allow the dialog only then. Returns null if the person cancels.
 */
export async function openCsvFile(name: string): Promise<FileTarget | null> {
  const showPicker = window.showSaveFilePicker
  if (!showPicker) return download(name)
  try {
    const handle = await showPicker.call(window, {
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
    // If a browser policy forbids the dialog, the file is downloaded.
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
  // The URL is released later, because some browsers read it only after the click handler has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
