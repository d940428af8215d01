import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { externalLink } from '@rookies/data/links/external-link'
import { ExternalLink, Link2Off } from 'lucide-react'
import { ButtonAnchor } from '../../ui/button'
import styles from './external-link-card.module.css'
import { MissingContent } from './missing-content'

interface ExternalLinkCardProps {
  lesson: LessonBody
}

/** A lesson on another site. The card shows the site's host, so that people know where the link leads. */
export default function ExternalLinkCard({ lesson }: ExternalLinkCardProps) {
  const link = externalLink(lesson.external_url)
  if (!link) return <MissingContent icon={<Link2Off />} title="No External Link" />
  return (
    <div className={styles.card}>
      <div className={styles.text}>
        <p dir="auto" className={styles.title}>
          {lesson.title}
        </p>
        <p className={styles.host}>{link.hostname}</p>
      </div>
      <ButtonAnchor variant="primary" href={link.href} target="_blank" rel="noopener noreferrer">
        Open link in a new tab
        <ExternalLink aria-hidden="true" />
      </ButtonAnchor>
    </div>
  )
}
