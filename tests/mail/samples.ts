/** Invented messages of each kind, from `samples.yaml`. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Message, MessageKind } from '../../src/mail/message.ts'

const text = readFileSync(new URL('samples.yaml', import.meta.url), 'utf8')
const samples = Object.entries(parse(text, { merge: true }) as Record<string, object[]>)
export const SAMPLES = Object.fromEntries(
  samples.map(([kind, several]) => [kind, several.map((one) => ({ kind, ...one }))]),
) as unknown as { readonly [Kind in MessageKind]: readonly (Message & { kind: Kind })[] }
