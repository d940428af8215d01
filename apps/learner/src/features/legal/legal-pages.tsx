import { type LegalTexts, legalTextsQuery } from '@rookies/data/legal/legal-texts-query'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { ErrorState } from '@rookies/ui/components/error-state/error-state'
import { Skeleton } from '@rookies/ui/components/skeleton/skeleton'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, ScrollText } from 'lucide-react'
import { useRef } from 'react'
import { useData } from '../../shared/data-context'
import { LazyPart, usePart } from '../../shared/lazy-part'
import { useBoot } from '../../shared/use-boot'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { Button } from '../../ui/button'
import { PublicPage } from '../../ui/public-page'
import titles from '../../ui/titles.module.css'
import styles from './legal-pages.module.css'

const markdown = new LazyPart(() => import('@rookies/ui/markdown/markdown-view'))

/** The terms that people accept at sign-up. */
export function terms() {
  return <LegalPage text="terms" title="Terms of use" />
}

/** Says which data about people is stored, and why. */
export function privacy() {
  return <LegalPage text="privacy" title="Privacy policy" />
}

function LegalPage({ text, title }: { text: keyof LegalTexts; title: string }) {
  const texts = useQuery(legalTextsQuery(useData()))
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useFocusHeading(heading)

  return (
    <PublicPage>
      <article className={styles.page}>
        <h1 ref={heading} tabIndex={-1} className={`${titles.page} ${styles.title}`}>
          {title}
        </h1>
        {texts.isError ? (
          <ErrorState
            icon={<CircleAlert />}
            title="This page could not be loaded"
            message="Please check your connection and try again."
            actions={
              <Button variant="primary" onClick={() => texts.refetch()} disabled={texts.isFetching}>
                Try Again
              </Button>
            }
          />
        ) : texts.isPending ? (
          <Waiting />
        ) : (
          <Text key={text} title={title} source={texts.data[text]} />
        )}
      </article>
    </PublicPage>
  )
}

function Text({ title, source }: { title: string; source: string }) {
  const Markdown = usePart(markdown, source !== '')
  if (source === '') return <Unwritten title={title} />
  return Markdown ? <Markdown source={source} /> : <Waiting />
}

function Unwritten({ title }: { title: string }) {
  const contact = useBoot()?.settings.contact_email
  return (
    <EmptyState icon={<ScrollText />} title="There is no text here yet">
      <p>
        The {title.toLowerCase()} will appear here.{' '}
        {contact ? (
          <>
            Until then, ask us: <a href={`mailto:${contact}`}>{contact}</a>
          </>
        ) : (
          'Until then, please ask the person who invited you.'
        )}
      </p>
    </EmptyState>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading">
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
      <Skeleton className={styles.line} />
    </div>
  )
}
