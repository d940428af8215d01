/** What `npm start` and `npm run dev` say once the product answers. */
export function greeting(backend: {
  url: string
  dataDir: string
  accounts: { email: string; kind: string }[]
}): string
