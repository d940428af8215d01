import { type DragEvent, useEffect, useState } from 'react'

/** Whether files are dragged, and not words. */
const bringsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false

/** In: what was dropped. Out: its files; a folder is none. */
function filesOf(transfer: DataTransfer): File[] {
  return Array.from(transfer.items).flatMap((item) => {
    const file = item.kind === 'file' && !item.webkitGetAsEntry()?.isDirectory && item.getAsFile()
    return file ? [file] : []
  })
}

const OVER = { outline: '2px dashed var(--color-accent)', outlineOffset: '4px' } as const

/** In: what is done with files that are dropped on a part of the page. Out: what that part is given for it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  return {
    style: over ? OVER : {},
    onDragOver: (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(false)
      const files = filesOf(event.dataTransfer)
      if (files.length > 0) onFiles(files)
    },
  }
}

/** Files that are dropped beside the place for them open in no browser instead of the page. */
export function useNoStrayDrop(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !bringsFiles(event.dataTransfer)) return
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
