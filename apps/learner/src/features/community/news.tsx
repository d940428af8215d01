import { communityFailure, communityMessages } from '@rookies/data/communities/community-failure'
import { feedQuery } from '@rookies/data/communities/feed-query'
import { newsQuery } from '@rookies/data/communities/news-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { showError } from '../../ui/toast-store'
import styles from './news.module.css'

/** Says that others have written meanwhile, and shows it when asked: nothing moves by itself. */
export function News({ slug, since }: { slug: string; since: string }) {
  const client = useData()
  const queries = useQueryClient()
  const { data: count = 0 } = useQuery(newsQuery(client, slug, since))
  const [busy, setBusy] = useState(false)

  const show = async () => {
    setBusy(true)
    try {
      await queries.fetchQuery({ ...feedQuery(client, slug), staleTime: 0 })
      document.getElementById('posts')?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    } catch (thrown) {
      showError(communityFailure(communityMessages.feedFailed, thrown))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div role="status" className={styles.news} data-edge="top">
      {count > 0 && (
        <Button small variant="primary" onClick={show} disabled={busy}>
          <ArrowUp aria-hidden="true" />
          {count >= 100 ? '99+' : count} new {count === 1 ? 'post' : 'posts'}
        </Button>
      )}
    </div>
  )
}
