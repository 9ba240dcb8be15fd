/** Starts commands under `tools/lib/guard.ts`, so that none of them outlives this process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '#tools/lib/content.ts';
import { Failure, type Log, stripColours } from '#tools/lib/log.ts';

const guard = join(root, 'tools', 'lib', 'guard.ts');
const lockedCode = 75;

/**
 * Our Node for programs that end with process.exit(), as Astro and wrangler do: with compilation on
 * another thread, that call now and then never returns (nodejs/node#54918, open since 2024).
 */
export const nodeThatExits: [string, ...string[]] = [process.execPath, '--no-concurrent-sparkplug'];
/** Our Node without any other thread, for small programs that start quickly and mostly wait. */
export const singleThreadedNode: [string, ...string[]] = [process.execPath, '--single-threaded'];

export interface ChildOptions {
  /** Added to our own environment; `undefined` takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Refuses to start (`LockedError`) while another child anywhere holds the same name. */
  lock?: string;
  /** Every line that it writes to its standard output or error. */
  onLine?: Log;
  /** Called with every message that the command sends; opens a message channel. */
  onMessage?: (message: unknown) => void;
}

/** A command that runs under a guard. */
export interface Child {
  /** The process id of the command itself; its process group has the same number. */
  pid: number;
  /** The exit code (128 + signal when a signal ended it), once it has ended. */
  exited: Promise<number>;
  send(message: object): void;
  /** Sent to the whole process group. */
  signal(name: NodeJS.Signals): void;
  /** Asks the command to end and waits; after three seconds it is killed. */
  stop(): Promise<void>;
}

/** Another child holds the requested lock. */
export class LockedError extends Error {
  override name = 'LockedError';
}

const running = new Set<Child>();

let closed = false;

/** Stops every running child. @param refuseNew no child may be started afterwards, since the process is ending */
export async function stopChildren(refuseNew = false): Promise<void> {
  closed ||= refuseNew;
  await Promise.all([...running].map((child) => child.stop()));
}

/** @throws LockedError; Failure when the command cannot be started at all */
export async function startChild(command: [string, ...string[]], options: ChildOptions = {}): Promise<Child> {
  const { env = {}, lock, onLine = () => {}, onMessage } = options;
  if (closed) throw new Failure('We are ending.');
  const flags = [...(lock ? [`--lock=${lock}`] : []), ...(onMessage ? ['--talk'] : [])];
  // Detached, or a Ctrl-C in the terminal would reach the guard before we have stopped things in order.
  const [node, ...nodeFlags] = singleThreadedNode;
  const process_ = spawn(node, [...nodeFlags, guard, ...flags, ...command], {
    cwd: root,
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  const { stdin, stdout, stderr } = process_;
  if (!stdin || !stdout || !stderr) throw new Error('the guard has no pipes');
  stdin.on('error', () => {
    // It has ended already.
  });
  const lines: string[] = [];
  for (const stream of [stdout, stderr])
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.push(line) > 5) lines.shift();
      onLine(stripColours(line));
    });

  // 'close' comes after the last line of output, 'exit' may come before it.
  const exited = once(process_, 'close').then(([code]): number => code ?? 1);
  const pid = await new Promise<number>((resolve, reject) => {
    process_.on('message', (message: { pid?: number }) => {
      if (typeof message.pid === 'number') resolve(message.pid);
      else onMessage?.(message);
    });
    process_.once('error', reject);
    exited.then((code) => {
      if (code === lockedCode) reject(new LockedError(`locked: ${lock}`));
      else
        reject(new Failure(`${command[0]} could not be started: ${lines.join(' ') || `exit code ${code}`}`));
    });
  });

  const child: Child = {
    pid,
    exited,
    send: (message) => process_.connected && process_.send(message, () => {}),
    signal(name) {
      try {
        process.kill(-pid, name);
      } catch {
        // It has ended already.
      }
    },
    async stop() {
      stdin.end();
      await exited;
    },
  };
  running.add(child);
  exited.then(() => running.delete(child));
  return child;
}

/** Lines at the end of an output that hold the error of Astro or wrangler, with its stack. */
const errorLines = 40;

/**
 * Runs a command to its end and returns its output.
 * @throws Failure with the last lines of the output when the exit code is not 0
 */
export async function runAndCapture(
  command: [string, ...string[]],
  env: ChildOptions['env'] = {},
): Promise<string> {
  const lines: string[] = [];
  const child = await startChild(command, { env, onLine: (line) => lines.push(line) });
  const code = await child.exited;
  if (code !== 0)
    throw new Failure(
      lines.slice(-errorLines).join('\n') || `${command.join(' ')} ended with exit code ${code}`,
    );
  return lines.join('\n');
}
