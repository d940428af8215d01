import '@rookies/ui/fonts/fonts.css'
import '@rookies/ui/tokens/tokens.css'
import './styles/base.css'
import { createDataClient } from '@rookies/data/client'
import { dataProject } from '@rookies/data/env'
import { createQueryClient } from '@rookies/data/query-client'
import { watchSession } from '@rookies/data/session/watch-session'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { warmUp } from './app/screens'
import { takeCallback, watchCallbacks } from './shared/callback'

takeCallback()
watchCallbacks()

const client = createDataClient(dataProject(import.meta.env, location.origin))
const queries = createQueryClient()

watchSession(client, queries)
void warmUp(location.pathname, client, queries)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App client={client} queries={queries} />
  </StrictMode>,
)
