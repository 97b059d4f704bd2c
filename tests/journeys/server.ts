/** Starts the one-machine server as `npm start` does after the build, in a process of its own, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RunningServer {
  base: string
  port: number
  process: ChildProcess
  /** What it printed so far. */
  output(): string
  /** @returns the exit code; null when a signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'front-desk-'))
export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

/**
 * Starts a program that must know its port before it starts. Ports are drawn below the range from which systems give them to
 * outgoing connections. No one looks whether a port is free: the program itself tries, and if it finds the port taken, the next
 * is drawn.
 * @param start fails with an error that says "taken" or "EADDRINUSE" when the port is not free; any other error is passed on
 */
export async function startOnFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await start(10_000 + Math.floor(Math.random() * 20_000))
    } catch (error) {
      if (!/\btaken\b|EADDRINUSE/.test(String(error))) throw error
    }
  }
}

/** Other circumstances to start the server under. */
export interface SpawnOptions {
  /** A command line that ends by running "$@". */
  shell?: string
  /** Folder of another copy of the project. */
  cwd?: string
  /** The last lines of what it says at the start; the first group is its port. */
  open?: RegExp
}

function spawnServer(env: Record<string, string>, { shell, cwd }: SpawnOptions = {}): ChildProcess {
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', 'src/commands/serve.ts']
  const [file = '', ...args] = shell ? ['sh', '-c', shell, 'sh', ...command] : command
  const { NODE_ENV: _ofVitest, ...inherited } = process.env
  return spawn(file, args, {
    env: { ...inherited, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd && { cwd }),
  })
}

export async function startServer(env: Record<string, string>, how: SpawnOptions = {}): Promise<RunningServer> {
  // The last line of what it says at the start, in production too, so that all of it is there.
  const { open = /(?:http:\/\/localhost:|127\.0\.0\.1, port )(\d+)[\s\S]*Ctrl-C stops it/ } = how
  return whenOpen(spawnServer(env, how), open)
}

/**
 * Waits until a server says that it is open.
 * @param open what it prints then; the first group is its port
 * @throws Error with all that it printed when it ends before
 */
export async function whenOpen(child: ChildProcess, open: RegExp): Promise<RunningServer> {
  let output = ''
  let found: number | undefined
  const port = await new Promise<number>((resolve, reject) => {
    const listen = (chunk: string) => {
      output += chunk
      // Searched until it is open only: a server under load prints megabytes, and the program that measures it must not search them.
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
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      // Closed after the exit, when all that it printed has been read.
      const closed = once(child, 'close')
      child.kill(signal)
      return (await closed)[0] as number | null
    },
  }
}

/** The key for the desk in what a start or a command printed; empty where there is none. */
export const keyIn = (printed: string): string => /DESK(-[0-9A-Z]{4}){10}/.exec(printed)?.[0] ?? ''

/** Whether a server takes new connections. */
export const isOpen = async ({ port }: RunningServer): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

/** What a server says that cannot start, and its exit code. */
export async function failToStart(
  env: Record<string, string>,
  how: SpawnOptions = {},
): Promise<{ code: number | null; message: string }> {
  const child = spawnServer(env, how)
  let message = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (message += chunk))
  const [code] = await once(child, 'close')
  return { code, message }
}

/** Runs a command of the project and yields what it printed. */
export async function run(
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `src/commands/${command}.ts`, ...args],
    { env: { ...process.env, ...env } },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

/** How `sendRaw` sends and reads. */
interface RawOptions {
  /** Ends the sending side after the text: the server waits for no more of it. */
  isAll?: boolean
  /** Of what comes back; with `latin1` each character is one byte. */
  encoding?: BufferEncoding
}

/** Sends bytes as they are, for what no client library would send; yields all that comes back until the server hangs up. */
export function sendRaw(
  port: number,
  text: string | Buffer,
  { isAll = false, encoding = 'utf8' }: RawOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => (isAll ? socket.end(text) : socket.write(text)))
    let answer = ''
    socket.setEncoding(encoding).on('data', (chunk: string) => (answer += chunk))
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(answer) : reject(error),
    )
  })
}
