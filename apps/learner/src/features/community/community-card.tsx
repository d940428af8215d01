import { closedText } from '@rookies/data/communities/community'
import type { ListedCommunity } from '@rookies/data/communities/my-communities-query'
import { newsText } from '@rookies/data/communities/news-text'
import { communityPath } from '@rookies/data/communities/paths'
import { postTime } from '@rookies/data/communities/post'
import { serverNow } from '@rookies/data/server-clock'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Flag, MessageCircle, ShieldX } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useBoot } from '../../shared/use-boot'
import { ButtonLink } from '../../ui/button'
import styles from './community-card.module.css'
import { CommunityFacts } from './community-head'
import { JoinButton } from './join-button'

/** One community of the list. The whole card is a link to it. */
export function CommunityCard({ community }: { community: ListedCommunity }) {
  const { name, slug, state, description, cover_url, active_at, news, reported } = community
  const banned = state === 'BANNED'
  return (
    <article className={styles.card}>
      {/* The picture is decoration, because the name is beside it. */}
      <div className={styles.picture} aria-hidden="true">
        <Thumbnail title={name} src={cover_url} />
      </div>
      <div className={styles.body}>
        <h3 dir="auto" className={styles.name}>
          <Link to={communityPath(slug)} className={styles.link}>
            {name}
          </Link>
        </h3>
        {banned ? (
          <Banned />
        ) : (
          <>
            {description && (
              <p dir="auto" className={styles.description}>
                {description}
              </p>
            )}
            {state === 'CLOSED' && <p className={styles.closed}>{closedText(community)}</p>}
            <CommunityFacts community={community} />
          </>
        )}
      </div>
      {!banned && (
        <div className={styles.foot}>
          {(active_at || reported > 0) && (
            <p className={styles.activity}>
              {news > 0 && state !== 'CLOSED' && (
                <strong className={styles.news}>{newsText(news)} new</strong>
              )}
              {active_at && (
                <span>
                  <MessageCircle aria-hidden="true" />
                  Latest post {lower(postTime(active_at, serverNow()))}
                </span>
              )}
              {reported > 0 && (
                <span className={styles.reported}>
                  <Flag aria-hidden="true" />
                  {reported === 1 ? '1 reported post' : `${reported} reported posts`}
                </span>
              )}
            </p>
          )}
          <div className={styles.actions}>
            {state === 'OPEN' ? (
              <JoinButton community={community} small />
            ) : (
              <ButtonLink small to={communityPath(slug)}>
                {state === 'CLOSED' ? 'Details' : 'Open'} <VisuallyHidden>{name}</VisuallyHidden>
              </ButtonLink>
            )}
          </div>
        </div>
      )}
    </article>
  )
}

function Banned() {
  const contact = useBoot()?.settings.contact_email
  return (
    <p className={styles.banned}>
      <ShieldX aria-hidden="true" />
      <span>
        You are banned here. If you think that is a mistake, please contact{' '}
        {contact ? (
          <a className={styles.contact} href={`mailto:${contact}`}>
            {contact}
          </a>
        ) : (
          'support'
        )}
        .
      </span>
    </p>
  )
}

/** Writes `Just now` in lower case, for the middle of a sentence. */
const lower = (time: string) => time.replace(/^Just/, 'just')
