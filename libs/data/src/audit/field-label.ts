/** Labels for fields whose name in the database differs from the word in the forms. */
const LABELS: Readonly<Record<string, string>> = {
  access_ends_on: 'end of access',
  alt: 'alt text',
  archived_at: 'archive',
  at_time: 'time of day',
  banned_at: 'ban',
  cancelled_at: 'cancellation',
  cover_url: 'cover',
  created_by_id: 'creator',
  creators_admin_panel: 'creators in the admin panel',
  deleted_at: 'deletion',
  disabled_at: 'state of the account',
  duration_sec: 'duration in seconds',
  ends_on: 'last day',
  enable_two_factor: 'two-factor authentication',
  expires_at: 'end',
  external_url: 'link',
  file_name: 'name of the file',
  file_size: 'size of the file',
  index: 'position',
  open_all: 'everything opened',
  redeemed_at: 'acceptance',
  refunded_at: 'refund',
  shift_days: 'shift in days',
  slug: 'address',
  starts_on: 'first day',
  thumbnail_url: 'picture',
  video_asset_id: 'video',
}

/** Returns the label of a changed field: "picture" for `thumbnail_url`, "community" for `community_id`. */
export const fieldLabel = (field: string): string =>
  LABELS[field] ?? field.replace(/_id$/, '').replaceAll('_', ' ')
