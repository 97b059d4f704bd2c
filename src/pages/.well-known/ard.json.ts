// The same catalog under the address that ARD gives it, byte for byte.
export { GET } from './ai-catalog.json.ts'
