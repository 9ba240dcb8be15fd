/** How commands end that start others: the long-running ones (`npm start`, `npm run dev`) together with their parent process. */
import { stopChildren } from '#tools/lib/child.ts';
import { describeError, logError } from '#tools/lib/log.ts';

/** npm repeats a Ctrl-C that we have received already; only a later one counts as a second one, ms. */
const repeatMs = 1000;
const parentCheckMs = 500;
/** After this time, ms, the process exits even if something still keeps it alive. */
const lingerMs = 2000;

let shutdownStartedAt: number | undefined;

/** Stops every child and ends this process; a second call, a second later, does not wait for them. */
async function shutDown(code: number): Promise<void> {
  if (shutdownStartedAt === undefined) {
    shutdownStartedAt = Date.now();
    await stopChildren(true);
    // The process ends by itself now. process.exit() right after the start can hang: it waits for a compiler
    // thread that waits for the main thread (nodejs/node#54918; 3 % of starts here).
    process.exitCode = code;
    setTimeout(() => process.exit(code), lingerMs).unref();
    return;
  }
  // The watchdog still ends every child.
  if (Date.now() - shutdownStartedAt > repeatMs) process.exit(1);
}

/**
 * Runs a command until it is stopped: Ctrl-C, SIGTERM and the end of the parent process
 * stop it with exit code 0; an error is printed and stops it with exit code 1.
 */
export async function runUntilStopped(main: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => shutDown(0));
  // The reader of our output may be gone (a closed terminal, `| head`): no stack trace for that.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => shutDown(1));
  const parent = process.ppid;
  const orphanWatch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(orphanWatch);
    shutDown(0);
  }, parentCheckMs).unref();
  try {
    await main();
  } catch (error) {
    await fail(describeError(error));
  }
}

/** Whether the process is shutting down, so that the end of a part is expected. */
export const isShuttingDown = (): boolean => shutdownStartedAt !== undefined;

/**
 * Stops every child and runs the command again from its beginning, in this process and with its arguments: what it has loaded
 * of the project is old. Needs Node 22.15 or 23.11, or newer (`process.execve`).
 */
export async function startAgain(): Promise<void> {
  shutdownStartedAt = Date.now();
  await stopChildren(true);
  const { execPath, execArgv, argv } = process;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)]);
}

/** Prints the reason and exits with code 1, unless the process is shutting down already. */
export async function fail(line: string): Promise<void> {
  if (isShuttingDown()) return;
  logError(line);
  await shutDown(1);
}

/**
 * Runs a command to its end, and stops what it has started, also on Ctrl-C. An error is printed; the exit code is 1 then, and
 * when it returns false.
 */
export async function runToEnd(main: () => Promise<unknown>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopChildren(true).then(() => process.exit(130)));
  // Stays so when nothing is left to wait for.
  process.exitCode = 1;
  try {
    if ((await main()) !== false) process.exitCode = 0;
  } catch (error) {
    logError(describeError(error));
  } finally {
    await stopChildren(true);
  }
}
