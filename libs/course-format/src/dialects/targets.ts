/** Returns an address as it is written inside Markdown's round brackets. */
export function wrappedTarget(target: string): string {
  const bare = target.trim()
  return /[\s()]/.test(bare) ? `<${bare.replace(/[<>\n]/g, encodeURIComponent)}>` : bare
}

/** Returns a path as an address: characters with a meaning in Markdown are percent-encoded. */
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

/** Returns the last part of an address, percent-decoded. */
export function fileName(target: string): string {
  const bare = target.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const name = bare.slice(bare.lastIndexOf('/') + 1) || target
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
