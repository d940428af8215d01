import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import type { ComponentProps } from 'react'
import { usePageTitle } from '../../shared/use-page-title'
import { PublicPage } from '../../ui/public-page'
import styles from './auth-notice.module.css'

type AuthNoticeProps = Omit<ComponentProps<typeof EmptyState>, 'level'> & { pageTitle: string }

/** An auth screen without a form: says why there is none, and offers links or buttons to continue. */
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
