/** The columns that `lessonQuery` reads, in PostgREST's syntax. */
export const LESSON_COLUMNS =
  'id, module_id, title, content_type, video_provider, video_asset_id, video_start_sec, external_url, description, content, duration_sec, free_preview, file_key, file_name, file_size, lesson_files(path, name, size, type, width, height, alt), lesson_attachments(id, title, url, sort_order), lesson_progress(position_sec, duration_sec, watched, video)'
