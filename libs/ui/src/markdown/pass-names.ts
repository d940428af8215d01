/** The prefix of ids and classes in a lesson, so that they differ from those of the product. */
export const CONTENT_PREFIX = 'user-content-'

/** Returns the id on the page for an author's name: with one prefix and without spaces. */
export function contentId(name: string): string {
  const bare = name.startsWith(CONTENT_PREFIX) ? name.slice(CONTENT_PREFIX.length) : name
  return CONTENT_PREFIX + bare.trim().replace(/\s+/g, '-')
}

/**
 * Prefixes every id and class that the author wrote, turns `<a name>` into an id, and removes repeated ids. Returns
 * the ids in use, with the prefix.
 */
export function nameContent(root: ParentNode): Set<string> {
  const taken = new Set<string>()
  for (const element of root.querySelectorAll('[id], [name], [class]')) {
    const written = element.getAttribute('id') ?? element.getAttribute('name') ?? ''
    element.removeAttribute('id')
    element.removeAttribute('name')
    const id = contentId(written)
    if (id !== CONTENT_PREFIX && !taken.has(id)) {
      taken.add(id)
      element.id = id
    }
    const classes = element.getAttribute('class')
    if (classes === null) continue
    const prefixed = classes.split(/\s+/).filter((name) => name !== '')
    if (prefixed.length === 0) element.removeAttribute('class')
    else element.setAttribute('class', prefixed.map((name) => CONTENT_PREFIX + name).join(' '))
  }
  return taken
}
