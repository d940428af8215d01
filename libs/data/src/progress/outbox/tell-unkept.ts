import { localStore } from '../../device/store'
import type { OutboxMessages } from './follow-up'

const WAITS_IN_PAGE =
  'This browser does not keep what you did. Leave this page open until the connection is back.'

let told = false

/**
 * Says that what waits for a connection is lost with the page, where the browser does not keep it
 * (rules/data#device): once, until nothing waits.
 */
export function tellUnkept({ failed }: Pick<OutboxMessages, 'failed'>, waiting: boolean): void {
  if (!waiting) told = false
  else if (!told && [...localStore.unkept.keys()].some((key) => QUEUES.test(key))) {
    told = true
    failed(WAITS_IN_PAGE)
  }
}

const QUEUES = /^rookies-(?:outbox|notes):/
