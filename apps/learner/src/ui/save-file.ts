/** Makes the browser download a text as a file. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // When the timer runs, the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url))
}
