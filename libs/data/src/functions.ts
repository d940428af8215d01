import type { Json } from './database.gen'

/** Calls the project's edge functions as the signed-in person. */
export interface FunctionCaller {
  /** Returns the function's answer. Throws DataError with its code; `NETWORK` or `BUSY` if it did not answer. */
  invoke: (name: string, body: Json) => Promise<Json>
}
