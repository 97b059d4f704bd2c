/**
 * Standard output of a process that writes many lines: they are gathered, written once per turn of the event loop, and flushed
 * when the process exits, also after an error that nothing caught. Their order is kept, and no line is torn.
 */
import { writeSync } from 'node:fs'
import { SECOND_MS } from '../duration.ts'

/** How much may wait for a slow reader, characters and bytes. Beyond it the process waits for the reader, so memory stays bounded. */
export const MAX_WAITING = 1024 * 1024
/** Until the next try, when the reader's pipe is full, milliseconds. */
const RETRY_MS = 10
/** Tries in a row in which a reader takes nothing, before lines are dropped for it instead of stopping the process for good. */
export const MAX_TRIES = (5 * SECOND_MS) / RETRY_MS
const LINE_END = 10
const NOTHING = Buffer.alloc(0)

export interface GatheredOutput {
  /** @param line without its end */
  write(line: string): void
  /** Writes all that was gathered; waits while the reader is slow. */
  flush(): void
}

/** What bytes are written to. */
export interface Sink {
  /**
   * @returns how many of the bytes were written
   * @throws with the code EAGAIN when there is no room now; any other error means that they cannot be written
   */
  write(bytes: Buffer): number
  /** Stops the process for so many milliseconds. */
  wait(ms: number): void
}

/** To ask for the descriptor makes a pipe one that says EAGAIN instead of stopping the process. */
const standardOutput: Sink = {
  write: (bytes) => writeSync(process.stdout.fd, bytes),
  wait: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
}

/** Gathers lines. What a reader that went away, or a full disk, does not take is dropped: the log must not end the service. */
export function gatheredOutput({ write, wait }: Sink = standardOutput): GatheredOutput {
  let gathered = ''
  let waiting = NOTHING
  let isLineBegun = false
  let isScheduled = false

  /** Drops what waits, except the rest of a line of which a part was written. */
  function drop(): void {
    waiting = isLineBegun ? waiting.subarray(0, waiting.indexOf(LINE_END) + 1) : NOTHING
  }

  /** @returns true when the rest must wait for the reader */
  function writeWhatFits(): boolean {
    waiting = Buffer.concat([waiting, Buffer.from(gathered)])
    gathered = ''
    while (waiting.length > 0) {
      try {
        const written = write(waiting)
        if (written > 0) isLineBegun = waiting[written - 1] !== LINE_END
        waiting = waiting.subarray(written)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return true
        drop()
        return false
      }
    }
    return false
  }

  function flush(): void {
    let tries = 0
    let left = Number.POSITIVE_INFINITY
    while (writeWhatFits()) {
      tries = waiting.length < left ? 0 : tries + 1
      left = waiting.length
      if (tries === MAX_TRIES) return drop()
      wait(RETRY_MS)
    }
  }

  function writeInTurn(): void {
    isScheduled = writeWhatFits()
    if (isScheduled) setTimeout(writeInTurn, RETRY_MS)
  }

  process.on('exit', flush)
  return {
    write(line) {
      gathered += `${line}\n`
      if (gathered.length + waiting.length > MAX_WAITING) flush()
      else if (!isScheduled) {
        isScheduled = true
        setImmediate(writeInTurn)
      }
    },
    flush,
  }
}
