/** Returns an address in the form for Markdown's brackets. */
export function wrappedTarget(target: string): string {
  const bare = target.trim()
  return /[\s()]/.test(bare) ? `<${bare.replace(/[<>\n]/g, encodeURIComponent)}>` : bare
}

/** Returns a path as an address, with the characters that have a meaning in Markdown encoded. */
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

/** Returns the last part of an address, decoded. */
export function fileName(target: string): string {
  const bare = target.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const name = bare.slice(bare.lastIndexOf('/') + 1) || target
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
