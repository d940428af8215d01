import type { Step } from '../step'
import type { Target } from '../target'

/** How the files for servers are built, with the settings in the environment. */
export interface Build {
  isBuilt: () => boolean
  build: () => Promise<void>
}

/** The files for any server, built for the address and the key of the project. */
export const apps = (target: Target, env: NodeJS.ProcessEnv, { isBuilt, build }: Build): Step => {
  const settings = async () => {
    env.VITE_SUPABASE_URL = target.url
    env.VITE_SUPABASE_KEY = await target.publishableKey()
  }
  return {
    name: 'build of the apps',
    plan: `build both apps for ${target.url}`,
    async look() {
      await settings()
      return isBuilt() ? [] : ['This version is not built for this project.']
    },
    async act() {
      await settings()
      await build()
    },
  }
}
