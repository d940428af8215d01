import { lazyComponent } from './lazy-component'
import { LazyPart } from './lazy-part'

const MarkdownView = lazyComponent(
  () => import('@rookies/ui/markdown/markdown-view'),
  (module) => module.default,
)

interface WrittenProps {
  source: string
  /** Whether it is a text of the school, in which tags are markup. */
  ours?: boolean
}

/** What somebody wrote in Markdown, as its readers see it in the portal (rules/courses#text-of-people). */
export function Written({ source, ours = false }: WrittenProps) {
  return (
    <LazyPart rows={2}>
      <MarkdownView source={source} headingOffset={ours ? 1 : 3} htmlAsText={!ours} />
    </LazyPart>
  )
}
