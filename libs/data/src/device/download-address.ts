/**
 * Returns the address of a file in storage with the name under which it is downloaded. The server's addresses of work end
 * with the empty parameter already. A link to the offline cache has a `download` attribute instead.
 */
export function downloadAddress(address: string, name: string): string {
  if (address.startsWith('blob:')) return address
  const begun = address.endsWith('&download=')
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}download=`
  return begun + encodeURIComponent(name)
}
