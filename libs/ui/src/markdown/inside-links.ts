/**
 * Passes the path of a pressed link to another page of the portal to `follow`. A press that opens another tab or a
 * download is left to the browser. Returns a function that removes the listener.
 */
export function listenToInsideLinks(root: HTMLElement, follow: (path: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null
    const asUsual = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (link === null || asUsual || event.button !== 0 || event.defaultPrevented) return
    event.preventDefault()
    follow(link.getAttribute('href') ?? '')
  }
  root.addEventListener('click', onClick)
  return () => root.removeEventListener('click', onClick)
}
