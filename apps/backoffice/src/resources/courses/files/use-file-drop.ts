import { type DragEvent, useEffect, useState } from 'react'

/** Whether the dragged data contains files; it can also be text. */
const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false

/** The dropped files without folders. */
function filesOf(transfer: DataTransfer): File[] {
  return Array.from(transfer.items).flatMap((item) => {
    const file = item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory && item.getAsFile()
    return file ? [file] : []
  })
}

const DROP_TARGET = { outline: '2px dashed var(--color-accent)', outlineOffset: '4px' } as const

/** Calls `onFiles` for files that are dropped on a part of the page. Returns the props of that part. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  return {
    style: over ? DROP_TARGET : {},
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(false)
      const files = filesOf(event.dataTransfer)
      if (files.length > 0) onFiles(files)
    },
  }
}

/** Prevents the browser from opening a file that is dropped elsewhere on the page. */
export function useNoStrayDrop(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
