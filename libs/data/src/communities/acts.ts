import { acts, byId } from '../records/named'
import { resolveReports, restorePost } from './post-acts'

export const COMMUNITY_ACTS = acts(['communities'], {
  'community_posts/dismiss': () => byId(resolveReports),
  'community_posts/restore': () => byId(restorePost),
})
