/**
 * Returns the address of a stored file with the name under which the browser saves it. The server's addresses of
 * handed-in files already end with the empty parameter. Links to the offline cache get the name from their attribute
 * `download`.
 */
export function downloadAddress(address: string, name: string): string {
  if (address.startsWith('blob:')) return address
  const begun = address.endsWith('&download=')
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}download=`
  return begun + encodeURIComponent(name)
}
