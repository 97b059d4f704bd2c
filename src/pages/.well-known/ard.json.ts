// The same catalog at the address that ARD specifies.
export { GET } from './ai-catalog.json.ts'
