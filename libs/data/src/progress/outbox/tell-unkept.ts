import { WAITS_IN_PAGE } from '../messages'
import type { OutboxMessages } from './follow-up'

let told = false

/**
 * Says that what waits for a connection is lost with the page, where the browser does not keep it
 * (rules/data#device): once, until nothing waits.
 */
export function tellUnkept(
  { failed }: Pick<OutboxMessages, 'failed'>,
  queue: { readonly unkept: boolean },
  waiting: boolean,
): void {
  if (!waiting) told = false
  else if (!told && queue.unkept) {
    told = true
    failed(WAITS_IN_PAGE)
  }
}
