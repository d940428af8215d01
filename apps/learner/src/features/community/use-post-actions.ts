import { can } from '@rookies/data/access/can'
import {
  showChange,
  showGone,
  showReply,
  showTakenBack,
  showThread,
} from '@rookies/data/communities/cache'
import { type Community, communityKeys } from '@rookies/data/communities/community'
import {
  communityFailure,
  communityMessages,
  isRefusal,
} from '@rookies/data/communities/community-failure'
import { newPost, type Post } from '@rookies/data/communities/post'
import {
  deletePost,
  editPost,
  reportPost,
  restorePost,
  sendPost,
} from '@rookies/data/communities/post-acts'
import type { TextDraft } from '@rookies/data/device/text-drafts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useData } from '../../shared/data-context'
import { useBoot } from '../../shared/use-boot'
import { showError, showToast } from '../../ui/toast-store'

interface Report {
  post: Post
  reason: string
}

/**
 * Returns functions that send, edit, delete and report posts. Each change is shown at once; if saving fails, it is
 * reverted with a message (rules/communities#own-posts). `send` and `edit` then reject, so that the caller keeps the
 * text.
 */
export function usePostActions(community: Community) {
  const client = useData()
  const queries = useQueryClient()
  const boot = useBoot()
  // Posts by moderators of this community get a mark. Posts by administrators, who may moderate every community, do
  // not.
  const leads = community.moderates && !can(boot?.permissions, 'community_posts', 'delete', 'any')

  /** A refusal means that membership or rights have changed, so they are read again. */
  const refetchAfterRefusal = (thrown: unknown) => {
    if (isRefusal(thrown)) void queries.invalidateQueries({ queryKey: communityKeys.all })
  }

  const askReports = () =>
    void queries.invalidateQueries({ queryKey: communityKeys.reports(community.slug) })

  const restore = useMutation({
    mutationFn: (post: Post) => restorePost(client, post.id),
    onSuccess: (_nothing, post) => {
      showGone(queries, post.id, false)
      askReports()
    },
    onError: (thrown) => showError(communityFailure(communityMessages.restoreFailed, thrown)),
  })

  const remove = useMutation({
    mutationFn: (post: Post) => deletePost(client, post.id),
    onMutate: (post) => showGone(queries, post.id, true),
    onSuccess: (_nothing, post) => {
      askReports()
      showToast({
        tone: 'success',
        title: 'Post deleted',
        action: { label: 'Undo', onSelect: () => restore.mutate(post) },
      })
    },
    onError: (thrown, post) => {
      showGone(queries, post.id, false)
      showError(communityFailure(communityMessages.deleteFailed, thrown))
      refetchAfterRefusal(thrown)
    },
  })

  const report = useMutation({
    mutationFn: ({ post, reason }: Report) => reportPost(client, post.id, reason),
    onMutate: ({ post }) => showChange(queries, post.id, { reported: true }),
    onSuccess: () =>
      showToast({
        tone: 'success',
        title: 'Post reported',
        message: 'The moderators of this community will look at it.',
      }),
    onError: (thrown, { post }) => {
      showChange(queries, post.id, { reported: false })
      showError(communityFailure(communityMessages.reportFailed, thrown))
      refetchAfterRefusal(thrown)
    },
  })

  return {
    async send({ id, text }: TextDraft, threadId: string | null): Promise<void> {
      const post = newPost(id, boot?.account?.name ?? null, text.trim(), leads)
      if (threadId) showReply(queries, threadId, post)
      else showThread(queries, community.slug, post)
      try {
        const { body } = post
        await sendPost(client, { id, community_id: community.id, parent_id: threadId, body })
        showChange(queries, id, { pending: false })
        void queries.invalidateQueries({ queryKey: communityKeys.mine() })
      } catch (thrown) {
        showTakenBack(queries, id)
        refetchAfterRefusal(thrown)
        throw thrown
      }
    },

    async edit(post: Post, text: string): Promise<void> {
      const body = text.trim()
      if (body === post.body) return
      showChange(queries, post.id, { body, edited: true, pending: true })
      try {
        await editPost(client, post.id, body)
        showChange(queries, post.id, { pending: false })
      } catch (thrown) {
        showChange(queries, post.id, { body: post.body, edited: post.edited, pending: false })
        refetchAfterRefusal(thrown)
        throw thrown
      }
    },

    remove: remove.mutate,
    report: (post: Post, reason: string) => report.mutate({ post, reason }),
  }
}
