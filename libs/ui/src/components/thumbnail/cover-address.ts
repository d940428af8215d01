/**
 * In: what stands in a course's picture field. Out: where the picture is: covers that were uploaded lie in the storage of
 * the project that the bundle was built for, else of the origin that served it; all else is an address already.
 */
export function coverAddress(link: string): string {
  const url: string = import.meta.env.VITE_SUPABASE_URL ?? ''
  return link.startsWith('covers/')
    ? `${url.replace(/\/+$/, '')}/storage/v1/object/public/${link}`
    : link
}
