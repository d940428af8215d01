import type { ImportedModule, ImportIssue } from '@rookies/data/course-import/payload'

/** Returns a remark for each lesson with the title of another lesson in its module. Both lessons are imported. */
function sameTitles({ lessons }: ImportedModule): ImportIssue[] {
  const titles = new Map<string, string>()
  return lessons.flatMap(({ title, source_path }) => {
    const known = title.normalize('NFC')
    const twin = titles.get(known)
    if (twin === undefined) titles.set(known, source_path)
    const message = 'The lesson has the same title as another one of its module.'
    return twin === undefined ? [] : [{ path: source_path, message, about: twin }]
  })
}

/** Returns a remark for each lesson that repeats another lesson's title or whole text. */
export function findDuplicates(modules: ImportedModule[]): ImportIssue[] {
  const texts = new Map<string, string>()
  const copies = modules
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ content, source_path }) => {
      if (content === null) return []
      const twin = texts.get(content)
      if (twin === undefined) texts.set(content, source_path)
      const message = 'The text is the same as that of another lesson.'
      return twin === undefined ? [] : [{ path: source_path, message, about: twin }]
    })
  return [...modules.flatMap(sameTitles), ...copies]
}
