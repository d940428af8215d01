import { failure, type Toast } from '../toasts'

/** Toasts of the administrators' communities (rules/interface#messages). */
export const COMMUNITY_MESSAGES = {
  missing: { title: 'Missing fields', text: 'Name and slug are required' },
  listFailed: failure('Failed to load communities'),
  created: { text: 'Community created' },
  createFailed: failure('Failed to create community'),
  saved: { text: 'Community updated' },
  saveFailed: failure('Failed to update community'),
  membersFailed: failure('Failed to load members'),
  roleFailed: failure('Failed to update user role'),
  banned: { text: 'Member banned' },
  banFailed: failure('Failed to ban member'),
  unbanned: { text: 'Member unbanned' },
  unbanFailed: failure('Failed to unban member'),
  added: { text: 'Member added' },
  addFailed: failure('Failed to add member'),
  reportsFailed: failure('Failed to load reports'),
  dismissed: { text: 'Reports dismissed' },
  dismissFailed: failure('Failed to dismiss reports'),
  postRemoved: { text: 'Post removed' },
  postRemoveFailed: failure('Failed to delete post'),
  postRestored: { text: 'Post restored' },
  postRestoreFailed: failure('Failed to restore post'),
} as const satisfies Record<string, Toast>
