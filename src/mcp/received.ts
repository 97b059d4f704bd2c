/**
 * A JSON-RPC message of a client, before the protocol library has checked it.
 */
import type { ToolCaller } from './tool-caller.ts'

/** Any JSON object. */
export interface Message {
  id?: unknown
  method?: unknown
  params?: { name?: unknown; uri?: unknown; _meta?: { progressToken?: unknown } }
}

/** A message that passed the guard of `/mcp`. */
export interface Received {
  message: Message
  /** The same, as it was sent. */
  text: string
  /** Its body is read already. */
  request: Request
  toolCaller: ToolCaller
}

/** True when the client asks to be kept informed while it waits: then the answer is a stream. */
export const wantsProgress = ({ params }: Message) => params?._meta?.progressToken !== undefined
