import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import type { ComponentProps } from 'react'
import { usePageTitle } from '../../shared/use-page-title'
import { PublicPage } from '../../ui/public-page'
import styles from './auth-notice.module.css'

type AuthNoticeProps = Omit<ComponentProps<typeof EmptyState>, 'level'> & { pageTitle: string }

/** An auth screen that has no form: it says why, and offers a way on. */
export function AuthNotice({ pageTitle, ...notice }: AuthNoticeProps) {
  usePageTitle(pageTitle)
  return (
    <PublicPage>
      <div className={styles.middle}>
        <EmptyState level={1} {...notice} />
      </div>
    </PublicPage>
  )
}
