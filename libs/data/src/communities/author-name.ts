import type { Post } from './post'

/** Who wrote a post, in words: people who deleted their account are not named any more. */
export function authorName({ author, former }: Pick<Post, 'author' | 'former'>): string {
  return former ? 'Former member' : author?.trim() || 'Unnamed User'
}
