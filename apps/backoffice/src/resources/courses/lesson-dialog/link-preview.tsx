import { externalLink, splitLinks } from '@rookies/data/links/external-link'
import { Card, Flex } from 'antd'
import { ExternalLink } from 'lucide-react'
import typography from '../typography.module.css'

/** A link's host and address. Nothing is fetched. */
export function LinkCard({ url }: { url: string }) {
  const link = externalLink(url)
  if (!link) return null
  return (
    <Card size="small">
      <Flex align="center" justify="space-between" gap="small">
        <Flex vertical className={typography.breaks}>
          <a href={link.href} target="_blank" rel="noopener noreferrer">
            {link.hostname}
          </a>
          <span className={typography.muted}>{link.href}</span>
        </Flex>
        <ExternalLink aria-label="opens in a new tab" role="img" />
      </Flex>
    </Card>
  )
}

/** The largest number of cards; further links are only counted. */
const MAX_CARDS = 3

/** Cards for the links in a text, one for each link. */
export function LinkCards({ text }: { text: string }) {
  const links = [...new Set(splitLinks(text).flatMap(({ href }) => href ?? []))]
  if (links.length === 0) return null
  const more = links.length - MAX_CARDS
  return (
    <>
      <Flex vertical component="ul" gap="small" aria-label="Links in this text">
        {links.slice(0, MAX_CARDS).map((url) => (
          <li key={url}>
            <LinkCard url={url} />
          </li>
        ))}
      </Flex>
      {more > 0 && (
        <p className={typography.muted}>{more === 1 ? '1 more link' : `${more} more links`}</p>
      )}
    </>
  )
}

/** Plain text with clickable links and their cards, as learners see it. */
export function LinkedPreview({ label, text }: { label: string; text: string }) {
  const parts = splitLinks(text.trim())
  if (!parts.some(({ href }) => href)) return null
  return (
    <section aria-label={label}>
      <Flex vertical gap="small" style={{ paddingBottom: 'var(--space-5)' }}>
        <p className={typography.breaks} style={{ whiteSpace: 'pre-line' }}>
          {parts.map((part) =>
            part.href ? (
              <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer">
                {part.text}
              </a>
            ) : (
              part.text
            ),
          )}
        </p>
        <LinkCards text={text} />
      </Flex>
    </section>
  )
}
