/** In: an address as a tool gives it. Out: the same as Markdown takes it between its brackets. */
export function wrappedTarget(target: string): string {
  const bare = target.trim()
  return /[\s()]/.test(bare) ? `<${bare.replace(/[<>\n]/g, encodeURIComponent)}>` : bare
}

/** In: the path of a file. Out: it as an address, each sign that Markdown gives a meaning spelt out. */
export function targetOfPath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[()'*!]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')
}

/** The last part of an address, as people write it. */
export function fileName(target: string): string {
  const bare = target.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const name = bare.slice(bare.lastIndexOf('/') + 1) || target
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
