import type { RefineProps } from '@refinedev/core'
import { bootQuery } from '@rookies/data/access/boot'
import { createAccessControlProvider } from '@rookies/data/refine/access-control'
import { createAuditLogProvider } from '@rookies/data/refine/audit-log'
import { createDataProvider } from '@rookies/data/refine/data-provider'
import { createLiveProvider } from '@rookies/data/refine/live-provider'
import { createAuthProvider } from './auth-provider'
import type { Backend } from './backend'
import { leaveFlash } from './flash'
import { leaveFor, leaveForLogin } from './leave'
import { refineResources } from './refine-resources'

type Providers = Required<
  Pick<
    RefineProps,
    | 'dataProvider'
    | 'auditLogProvider'
    | 'liveProvider'
    | 'authProvider'
    | 'accessControlProvider'
    | 'options'
  >
>

/** Returns Refine's providers for one backend: data, live changes, session, rights, and audit log. */
export function createProviders({ project, client, functions, queries }: Backend): Providers {
  return {
    dataProvider: createDataProvider({ project, client, functions }),
    auditLogProvider: createAuditLogProvider(client),
    liveProvider: createLiveProvider({
      client,
      queries,
      project,
      resources: refineResources,
    }),
    authProvider: createAuthProvider({ client, queries, leaveFor, leaveForLogin, leaveFlash }),
    accessControlProvider: {
      ...createAccessControlProvider(async () => {
        const { account, permissions } = await queries.fetchQuery(bootQuery(client))
        return { personId: account?.id ?? null, permissions }
      }),
      options: {
        buttons: { enableAccessControl: true, hideIfUnauthorized: true },
        // An answer is valid until `accessKeys.all` is invalidated, which is the beginning of Refine's own keys too.
        queryOptions: { staleTime: Number.POSITIVE_INFINITY },
      },
    },
    options: {
      reactQuery: { clientConfig: queries },
      disableTelemetry: true,
      // The live provider reads changed lists again itself, so Refine's hooks do not.
      liveMode: 'manual',
      // The panel guard watches the session, so Refine does not.
      disableRouteChangeHandler: true,
    },
  }
}
