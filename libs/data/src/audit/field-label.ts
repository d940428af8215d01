/** Labels of fields whose names in the database are not the words that the forms have for them. */
const LABELS: Readonly<Record<string, string>> = {
  alt: 'alt text',
  banned_at: 'ban',
  cancelled_at: 'cancellation',
  cover_url: 'cover',
  created_by_id: 'creator',
  creators_admin_panel: 'creators in the admin panel',
  deleted_at: 'deletion',
  disabled_at: 'state of the account',
  duration_sec: 'duration in seconds',
  enable_two_factor: 'two-factor authentication',
  expires_at: 'end',
  external_url: 'link',
  file_name: 'name of the file',
  file_size: 'size of the file',
  index: 'position',
  redeemed_at: 'acceptance',
  refunded_at: 'refund',
  thumbnail_url: 'picture',
  user_id: 'user',
  video_asset_id: 'video',
}

/** Returns what people call a changed field of a record: "picture" for `thumbnail_url`. */
export const fieldLabel = (field: string): string => LABELS[field] ?? field.replaceAll('_', ' ')
