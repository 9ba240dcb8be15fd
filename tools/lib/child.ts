/** Starts commands that end with this process, however it ends (`tools/lib/watchdog.ts`). */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { root } from '#tools/lib/content.ts';
import { ensureWritableHome } from '#tools/lib/home-folder.ts';
import { Failure, type Log } from '#tools/lib/log.ts';

/**
 * Our Node for programs that end with process.exit(), as Astro and wrangler do: with compilation on
 * another thread, that call now and then never returns (nodejs/node#54918, open since 2024).
 */
export const nodeThatExits: [string, ...string[]] = [process.execPath, '--no-concurrent-sparkplug'];

ensureWritableHome();

const stops = new Set<() => Promise<unknown>>();
let closed = false;

/** @throws Failure when this process is ending, so that nothing may be started */
export function refuseWhenEnding(): void {
  if (closed) throw new Failure('We are ending.');
}

/** Has `stopChildren` call this. @returns takes it back */
export function stopWithUs(stop: () => Promise<unknown>): () => void {
  stops.add(stop);
  return () => void stops.delete(stop);
}

/** Stops every running child. @param refuseNew no child may be started afterwards, since the process is ending */
export async function stopChildren(refuseNew = false): Promise<void> {
  closed ||= refuseNew;
  await Promise.all([...stops].map((stop) => stop()));
}

let watchdog: Socket | undefined;

/** Its input, which the system closes when this process has ended. */
function startWatchdog(): Socket {
  // Without any other thread it starts quickly. Detached, so that a Ctrl-C in the terminal does not reach it.
  const child = spawn(process.execPath, ['--single-threaded', join(root, 'tools', 'lib', 'watchdog.ts')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const { stdin } = child;
  if (!(stdin instanceof Socket)) throw new Error('the watchdog has no pipe');
  child.unref();
  return stdin.unref().on('error', () => {
    // It was killed.
  });
}

/** Has a process end when this one has ended, also by `kill -9`. To be called as soon as it is started. */
export function endWithUs(child: ChildProcess): void {
  watchdog ??= startWatchdog();
  watchdog.write(`+${child.pid}\n`);
  child.once('exit', () => watchdog?.write(`-${child.pid}\n`));
}

export interface ChildOptions {
  /** Added to our own environment; `undefined` takes a variable away. */
  env?: Record<string, string | undefined>;
  /** Every line that it writes to its standard output or error. */
  onLine?: Log;
  /** A file descriptor of ours that it inherits. */
  inherits?: number;
}

/** A command that runs. */
export interface Child {
  /** Its process id; its process group has the same number. */
  pid: number;
  /** How it ended, once it has: `exit code 1` or `SIGKILL`. */
  exited: Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Asks the command to end and waits; after three seconds it is killed. */
  stop(): Promise<void>;
}

/** @throws Failure when the command cannot be started at all */
async function run([file, ...parameters]: [string, ...string[]], { env = {}, inherits }: ChildOptions) {
  refuseWhenEnding();
  const child = execa(file, parameters, {
    cwd: root,
    env,
    // execa's types know no descriptor above 9.
    stdio: ['ignore', 'pipe', 'pipe', inherits as 3 | undefined],
    all: true,
    // In a process group of its own, so that a Ctrl-C in the terminal reaches only us, and we stop things in order.
    killDescendants: true,
    forceKillAfterDelay: 3000,
    // The watchdog does it.
    cleanup: false,
    reject: false,
  });
  const { pid, nodeChildProcess } = child;
  if (pid === undefined)
    throw new Failure(`${file} could not be started: ${(await child).originalMessage ?? ''}`);
  endWithUs(nodeChildProcess);
  // What it has left running.
  nodeChildProcess.once('exit', () => child.kill('SIGKILL'));
  const stop = async () => {
    child.kill();
    await child;
  };
  nodeChildProcess.once('exit', stopWithUs(stop));
  return { child, pid, stop };
}

/** @throws Failure when the command cannot be started at all */
export async function startChild(command: [string, ...string[]], options: ChildOptions = {}): Promise<Child> {
  const { child, pid, stop } = await run(command, options);
  createInterface({ input: child.all }).on('line', (line) =>
    options.onLine?.(stripVTControlCharacters(line)),
  );
  const exited = child.then(({ exitCode, signal }) => signal ?? `exit code ${exitCode}`);
  return { pid, exited, kill: (signal) => child.kill(signal), stop };
}

/** Lines at the end of an output that hold the error of Astro or wrangler. */
const errorLines = 40;

/**
 * Runs a command to its end and returns its output.
 * @throws Failure with the last lines of the output when the exit code is not 0
 */
export async function runAndCapture(
  command: [string, ...string[]],
  env: ChildOptions['env'] = {},
  onLine?: ChildOptions['onLine'],
): Promise<string> {
  const { child } = await run(command, { env });
  if (onLine)
    createInterface({ input: child.all }).on('line', (line) => onLine(stripVTControlCharacters(line)));
  const { failed, all, shortMessage } = await child;
  const output = stripVTControlCharacters(all);
  // What an editor or a developer reads is the message; frames of the stack are those of the tool.
  const lines = output.split('\n').filter((line) => !/^\s+at /.test(line));
  if (failed) throw new Failure(lines.slice(-errorLines).join('\n') || shortMessage);
  return output;
}
