import '@rookies/ui/controls/choices.css'
import '@rookies/ui/fonts/fonts.css'
import '@rookies/ui/tokens/tokens.css'
import './styles/base.css'
import { tabStore } from '@rookies/data/device/store'
import { dataProject } from '@rookies/data/env'
import { answerFromCache } from '@rookies/data/offline-cache/answer-from-cache'
import { createQueryClient } from '@rookies/data/query-client'
import { createDataClient } from '@rookies/data/session/create-client'
import { hasFlash } from '@rookies/data/session/flash-key'
import { captureCallback, watchCallbacks } from '@rookies/data/session/pending-callback'
import { watchSession } from '@rookies/data/session/watch-session'
import { submitByKey } from '@rookies/ui/keys/submit-key'
import { guardPresses } from '@rookies/ui/presses/guard-presses'
import { applyTheme, watchTheme } from '@rookies/ui/theme/theme'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { warmUp } from './app/screens'

const QUIET_MS = 1_500

captureCallback()
watchCallbacks()
guardPresses()
submitByKey()
// The theme is applied here and not in a screen, because the error page needs it too. The script in the head has set
// the theme of the page, but not yet the colours of the browser's own bars.
applyTheme()
watchTheme(applyTheme)

const client = createDataClient({
  ...dataProject(import.meta.env, location.origin),
  onEnded: () =>
    import('./app/show-flash').then(({ showFlashAlone }) => showFlashAlone('session-ended')),
})
const queries = createQueryClient()
answerFromCache(queries)

watchSession(client, queries)
void warmUp(location.pathname, client, queries)
if (hasFlash(tabStore)) {
  import('./app/show-flash').then(({ showFlash }) => showFlash()).catch(() => undefined)
}

setTimeout(() => {
  import('./app/after-paint')
    .then(({ startAfterPaint }) => startAfterPaint(client, queries))
    .catch(() => undefined)
}, QUIET_MS)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App client={client} queries={queries} />
  </StrictMode>,
)
