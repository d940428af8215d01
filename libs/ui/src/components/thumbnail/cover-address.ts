/**
 * Returns the address of a course's picture. An uploaded cover (`covers/…`) is in the storage of the project for which
 * the bundle was built or, without one, of the origin that served the page. Any other value is returned unchanged.
 */
export function coverAddress(link: string): string {
  const url: string = import.meta.env.VITE_SUPABASE_URL ?? ''
  return link.startsWith('covers/')
    ? `${url.replace(/\/+$/, '')}/storage/v1/object/public/${link}`
    : link
}
