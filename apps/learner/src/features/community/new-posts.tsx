import { communityFailure, communityMessages } from '@rookies/data/communities/community-failure'
import { feedQuery, newsQuery } from '@rookies/data/communities/feed-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { showError } from '../../ui/toast-store'
import styles from './new-posts.module.css'

/** Says that there are newer posts, and loads them at a press, so that the list does not move while people read. */
export function NewPosts({ slug, since }: { slug: string; since: string }) {
  const client = useData()
  const queries = useQueryClient()
  const { data: count = 0 } = useQuery(newsQuery(client, slug, since))
  const show = useMutation({
    mutationFn: () =>
      queries.fetchInfiniteQuery({ ...feedQuery(client, slug), pages: 1, staleTime: 0 }),
    onSuccess: () => {
      document.getElementById('posts')?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    },
    onError: (thrown) => showError(communityFailure(communityMessages.feedFailed, thrown)),
  })

  return (
    <div role="status" className={styles.news} data-edge="top">
      {count > 0 && (
        <Button small variant="primary" onClick={() => show.mutate()} disabled={show.isPending}>
          <ArrowUp aria-hidden="true" />
          {count >= 100 ? '99+' : count} new {count === 1 ? 'post' : 'posts'}
        </Button>
      )}
    </div>
  )
}
