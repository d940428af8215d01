import type { Step } from '../step'
import type { Target } from '../target'

/** Builds the files for servers with the settings in the environment. */
export interface Build {
  isBuilt: () => boolean
  build: () => Promise<void>
}

/** Builds the files for any server, with the address and the key of the project. */
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
