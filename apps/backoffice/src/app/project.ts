import { dataProject } from '@rookies/data/env'

/** The project that the panel talks to; of it the data client and the storage are made. */
export const project = dataProject(import.meta.env, window.location.origin)
