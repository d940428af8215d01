import { lazyComponent } from './lazy-component'
import { LazyPart } from './lazy-part'

const MarkdownView = lazyComponent(
  () => import('@rookies/ui/markdown/markdown-view'),
  (module) => module.default,
)

interface WrittenProps {
  source: string
  /** Whether the school wrote the text, in which HTML tags are allowed. */
  ours?: boolean
}

/** Renders a person's Markdown as the portal shows it (rules/courses#text-of-people). */
export function Written({ source, ours = false }: WrittenProps) {
  return (
    <LazyPart rows={2}>
      <MarkdownView source={source} headingOffset={ours ? 1 : 3} htmlAsText={!ours} />
    </LazyPart>
  )
}
