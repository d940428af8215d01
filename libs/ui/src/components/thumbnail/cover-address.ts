/**
 * Returns the address of a course's picture. An uploaded cover (`covers/…`) is in the storage of the project that
 * the bundle was built for, else of the origin that served the page; any other value is an address already.
 */
export function coverAddress(link: string): string {
  const url: string = import.meta.env.VITE_SUPABASE_URL ?? ''
  return link.startsWith('covers/')
    ? `${url.replace(/\/+$/, '')}/storage/v1/object/public/${link}`
    : link
}
