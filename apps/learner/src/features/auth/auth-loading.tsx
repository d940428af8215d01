import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { usePageTitle } from '../../shared/use-page-title'
import { PublicPage } from '../../ui/public-page'
import { Spinner } from '../../ui/spinner'

/** An auth screen that waits for an answer before it knows what to show. */
export function AuthLoading({ title, label }: { title: string; label: string }) {
  usePageTitle(title)
  return (
    <PublicPage>
      <h1>
        <VisuallyHidden>{title}</VisuallyHidden>
      </h1>
      <Spinner label={label} />
    </PublicPage>
  )
}
