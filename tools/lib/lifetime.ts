/** How the long-running commands (`npm start`, `npm run dev`) end: together with whoever started them. */
import { stopChildren } from '#tools/lib/child.ts';
import { complain, describe } from '#tools/lib/log.ts';

/** npm repeats a Ctrl-C that has reached us already; only a later one is a second one. */
const repeatMs = 1000;
const parentCheckMs = 500;
/** After this, what still keeps us alive has had its chance. */
const lingerMs = 2000;

let endingSince: number | undefined;

/** Stops every child and ends this process; a second call, a second later, does not wait for them. */
async function end(code: number): Promise<void> {
  if (endingSince === undefined) {
    endingSince = Date.now();
    await stopChildren(true);
    // Nothing is left to wait for, so we end by ourselves. process.exit() right after the start can hang:
    // it waits for a compiler thread that waits for the main thread (nodejs/node#54918; 3 % of starts here).
    process.exitCode = code;
    setTimeout(() => process.exit(code), lingerMs).unref();
    return;
  }
  // The guards still see to it that nothing is left behind.
  if (Date.now() - endingSince > repeatMs) process.exit(1);
}

/**
 * Runs a command that stays until it is told to end: Ctrl-C, SIGTERM and the end of the parent process
 * stop it with exit code 0; an error is printed and stops it with exit code 1.
 */
export async function live(main: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  // Whoever reads our lines may be gone (a closed terminal, `| head`): that is no reason for a stack trace.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => end(1));
  const parent = process.ppid;
  const orphanWatch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(orphanWatch);
    end(0);
  }, parentCheckMs).unref();
  try {
    await main();
  } catch (error) {
    await giveUp(describe(error));
  }
}

/** Whether we are on our way out, and a part that ends is no news. */
export const isEnding = (): boolean => endingSince !== undefined;

/** Ends with a line that says why, unless we are ending anyway. */
export async function giveUp(line: string): Promise<void> {
  if (isEnding()) return;
  complain(line);
  await end(1);
}
