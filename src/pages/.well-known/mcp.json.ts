// The same card at an address that some clients try.
export { GET } from './mcp/server-card.json.ts'
