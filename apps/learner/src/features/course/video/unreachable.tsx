import { needsConnection } from '@rookies/data/course-viewing/messages'
import type { LinkedProvider } from '@rookies/data/video/provider'
import { ExternalLink, WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button, ButtonAnchor } from '../../../ui/button'
import styles from './video-lesson.module.css'

const NAMES: Record<LinkedProvider, string> = {
  YOUTUBE: 'YouTube',
  VIMEO: 'Vimeo',
  LOOM: 'Loom',
  CF: 'Cloudflare Stream',
  MUX: 'Mux',
}

interface UnreachableProps {
  provider: LinkedProvider
  /** True if the browser is offline. The player then loads again when the connection returns. */
  offline: boolean
  /** The video's page at the provider. */
  address: string | null
  onRetry: () => void
}

/** Says what may be wrong with a player that does not answer. Offers to retry or to open the provider's page. */
export function Unreachable({ provider, offline, address, onRetry }: UnreachableProps) {
  const name = NAMES[provider]
  const { title, message } = offline
    ? needsConnection('This video')
    : {
        title: "The video can't be reached",
        message: `We couldn't load the video from ${name}. Check your connection, or watch it there.`,
      }
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (!offline) return
    const onOnline = () => retry()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [offline])
  return (
    <div className={styles.unreachable}>
      <WifiOff aria-hidden="true" className={styles.sign} />
      <p className={styles.title}>{title}</p>
      <p>{message}</p>
      <div className={styles.ways}>
        <Button variant="primary" onClick={onRetry}>
          Try Again
        </Button>
        {address && !offline && (
          <ButtonAnchor href={address} target="_blank" rel="noopener noreferrer">
            Watch on {name}
            <ExternalLink aria-hidden="true" />
          </ButtonAnchor>
        )}
      </div>
    </div>
  )
}
