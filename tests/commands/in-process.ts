/** A command of the project as an operator types it, run in this process: a program takes a second to start. */
import { createReadStream, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { format } from 'node:util'
import { vi } from 'vitest'
import type { InquiryRecord } from '../../src/inquiries/inquiry.ts'

class Exit extends Error {}

let runs = 0

/** Two runs at once would share their output. @param words file name, arguments, and perhaps `<` or `>` and a file */
export async function typeInProcess(words: readonly string[], env: Record<string, string>) {
  const sign = words.findIndex((word) => word === '<' || word === '>')
  const [name = '', ...args] = sign < 0 ? words : words.slice(0, sign)
  const [redirected, file = ''] = sign < 0 ? [] : words.slice(sign)
  const output = { stdout: '', stderr: '' }
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    output.stdout += String(chunk)
    done()
  }
  const lineTo =
    (to: keyof typeof output) =>
    (line: unknown, ...more: unknown[]) => {
      output[to] += `${format(line, ...more)}\n`
    }
  const input = redirected === '<' ? createReadStream(file) : Readable.from([])
  const { argv } = process
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
  const spies = [
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(new Writable({ write }) as never),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as never),
    vi.spyOn(console, 'log').mockImplementation(lineTo('stdout')),
    vi.spyOn(console, 'error').mockImplementation(lineTo('stderr')),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Exit(String(code))
    }),
  ]
  process.argv = [process.execPath, name, ...args]
  try {
    // A command runs when it is imported, so each import has another address.
    await import(/* @vite-ignore */ `${resolve('src/commands', name)}.ts?${++runs}`)
    return { code: 0, ...output, stderr: output.stderr.trim() }
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    return { code: Number(error.message), ...output, stderr: output.stderr.trim() }
  } finally {
    process.argv = argv
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
    if (redirected === '>') writeFileSync(file, output.stdout)
  }
}

export async function exportInquiries(DATA_DIR: string): Promise<InquiryRecord[]> {
  const { stdout } = await typeInProcess(['inquiries', 'export', '--format', 'json'], { DATA_DIR })
  return JSON.parse(stdout) as InquiryRecord[]
}
