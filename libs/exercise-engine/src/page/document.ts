import { PAGE_START } from './messages'
import { servePage } from './serve-page'

// The script of the document that shows learners' pages (rules/exercises#pages). A host that does not send the
// document's header leaves it the site's origin, with which learners' code must not run.
if (self.origin === 'null' && parent !== self) addEventListener('message', start)

function start({ source, origin, data, ports: [port] }: MessageEvent): void {
  // The document has no origin, but its address has the one of the site.
  if (source !== parent || origin !== location.origin || data !== PAGE_START || !port) return
  removeEventListener('message', start)
  servePage(port)
}
