import type { Locator, Page } from '@playwright/test'
import { holdRequests } from './hold-requests'

/** A file of this many bytes for a file chooser. */
export const pdf = (name: string, size = 2000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n'.padEnd(size, ' ')),
})

/** Holds back requests to storage from now on. Returns a function that sends these and stops holding back. */
export const holdUploads = (page: Page) => holdRequests(page, '**/storage/v1/upload/resumable**')

/** Pastes a picture of 60 by 40 pixels into a field. */
export async function pastePicture(field: Locator, name: string): Promise<void> {
  await field.evaluate(async (target, called) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('nothing to draw on')
    context.fillStyle = '#b3261e'
    context.fillRect(8, 8, 44, 24)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    if (!blob) throw new Error('nothing was drawn')
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([blob], called, { type: 'image/png' }))
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, name)
}

/** Drops a file of this many bytes onto a part of the page. */
export async function dropFile(part: Locator, name: string, size: number): Promise<void> {
  await part.evaluate(
    (target, given) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['a'.repeat(given.size)], given.name))
      for (const kind of ['dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
      }
    },
    { name, size },
  )
}
