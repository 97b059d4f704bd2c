/** Starts the one-machine server as `npm start` does after the build, in a process of its own, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, onTestFinished } from 'vitest'

export type RunningServer = Awaited<ReturnType<typeof whenOpen>>

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'front-desk-'))
export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** @returns the folder, which goes away with the present test */
export function removedWithTest(folder = temporaryFolder()): string {
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** An empty one for the present test. */
export let folder: string
/** For the top of a test file. */
export const useFolder = () =>
  beforeEach(() => {
    folder = temporaryFolder()
    return () => removeFolder(folder)
  })

/** Draws ports below those of outgoing connections. @param start fails with "taken" or "EADDRINUSE" to get the next port */
export async function startOnFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await start(10_000 + Math.floor(Math.random() * 20_000))
    } catch (error) {
      if (!/\btaken\b|EADDRINUSE/.test(String(error))) throw error
    }
  }
}

export interface SpawnOptions {
  /** A command line that ends by running "$@". */
  shell?: string
  /** Folder of another copy of the project. */
  cwd?: string
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { serve: string } }
const SERVE = scripts.serve.split(' ').slice(1)

function spawnServer(env: Record<string, string>, { shell, cwd }: SpawnOptions = {}) {
  const command = [process.execPath, ...SERVE]
  const [file = '', ...args] = shell ? ['sh', '-c', shell, 'sh', ...command] : command
  const { NODE_ENV: _ofVitest, ...inherited } = process.env
  return spawn(file, args, {
    env: { ...inherited, PORT: '0', ...env },
    ...(cwd && { cwd }),
  })
}

/** The last line of the start, in production too, so that all of the output is there; its first group is the port. */
const OPEN = /(?:http:\/\/localhost:|127\.0\.0\.1, port )(\d+)[\s\S]*Ctrl-C stops it/
export const startServer = (env: Record<string, string>, how?: SpawnOptions) => whenOpen(spawnServer(env, how), OPEN)

/** @param open its first group is the port @throws Error with the output when the server ends before */
export async function whenOpen(child: ChildProcess, open: RegExp) {
  let output = ''
  let found: number | undefined
  const port = await new Promise<number>((resolve, reject) => {
    const listen = (chunk: string) => {
      output += chunk
      // A server under load prints megabytes, so the search ends when it is open.
      if (found !== undefined) return
      const match = open.exec(output)
      if (!match) return
      found = Number(match[1])
      resolve(found)
    }
    child.stdout?.setEncoding('utf8').on('data', listen)
    child.stderr?.setEncoding('utf8').on('data', listen)
    child.once('close', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    process: child,
    output: () => output,
    /** @returns null when a signal ended it */
    async end(signal: NodeJS.Signals) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      // It closes after the exit, when all of the output has been read.
      const closed = once(child, 'close')
      child.kill(signal)
      return (await closed)[0] as number | null
    },
  }
}

/** @returns the port at which a server now listens, on this machine only */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** @returns an empty text where no key is */
export const keyIn = (printed: string): string => /DESK(-[0-9A-Z]{4}){10}/.exec(printed)?.[0] ?? ''

export const isOpen = async ({ port }: RunningServer): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  const isConnected = once(socket, 'connect').then(() => true)
  return isConnected.catch(() => false).finally(() => socket.destroy())
}

/** @returns what a process prints until its end */
async function ended(child: ReturnType<typeof spawnServer>) {
  const [[code], stdout, stderr] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { code: code as number | null, stdout, stderr }
}

export const failToStart = (env: Record<string, string>, how: SpawnOptions = {}) => ended(spawnServer(env, how))

export function run(command: string, args: string[], env: Record<string, string>) {
  const line = ['--disable-warning=ExperimentalWarning', `src/commands/${command}.ts`, ...args]
  return ended(spawn(process.execPath, line, { env: { ...process.env, ...env } }))
}

/** Sends what no client library would. @param isAll ends the sending side after it @returns what comes back until the server hangs up */
export function sendRaw(port: number, text: string | Buffer, isAll = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => (isAll ? socket.end(text) : socket.write(text)))
    let answer = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    )
  })
}
