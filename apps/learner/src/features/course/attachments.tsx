import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { externalLink, isAppPath } from '@rookies/data/links/external-link'
import { ExternalLink, Paperclip } from 'lucide-react'
import styles from './attachments.module.css'

/** Titled links that go with a lesson. */
export function Attachments({ attachments }: { attachments: LessonBody['lesson_attachments'] }) {
  if (attachments.length === 0) return null
  return (
    <section>
      <h2>Attachments</h2>
      <ul className={styles.list}>
        {attachments.map(({ id, title, url }) => {
          const outside = externalLink(url)
          if (!outside && !isAppPath(url)) return null
          const leaves = outside ? { target: '_blank', rel: 'noopener noreferrer' } : {}
          return (
            <li key={id}>
              <a href={outside?.href ?? url} className={styles.attachment} {...leaves}>
                <Paperclip aria-hidden="true" />
                <span className={styles.title}>{title}</span>
                {outside && (
                  <span className={styles.host}>
                    {outside.hostname}
                    <ExternalLink aria-label="opens in a new tab" role="img" />
                  </span>
                )}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
