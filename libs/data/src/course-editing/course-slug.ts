/** Longest slug that the database takes (rules/courses#slug-from-title). */
export const SLUG_MAX = 50

/**
 * The slug that a title suggests: lowercase, accents taken off, other symbols removed,
 * spaces and repeated hyphens collapsed into single hyphens, none at the ends, 50 characters at
 * most. A title without a usable letter gives the empty string.
 */
export function slugFromTitle(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '')
}

/** The form that the database asks of a slug: lowercase letters, digits and hyphens. */
export function isSlug(slug: string): boolean {
  return /^[a-z0-9-]+$/.test(slug)
}

/**
 * The slug after the title was typed on: follows the title as long as the slug has no form of
 * its own.
 */
export function slugAfterTitle(slug: string, titleBefore: string, title: string): string {
  return slug === '' || slug === slugFromTitle(titleBefore) ? slugFromTitle(title) : slug
}
