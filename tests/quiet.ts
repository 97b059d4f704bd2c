/** A test that prints fails: its words would stand between those of the runner. What a program says on purpose is expected by its test. */
import { afterEach, expect } from 'vitest'

const printed: string[] = []
for (const stream of [process.stdout, process.stderr])
  stream.write = (text: string | Uint8Array) => printed.push(String(text)) > 0

afterEach(() => expect(printed.splice(0).join(''), 'printed by this test').toBe(''))
