/**
 * A tiny parent for a command that cannot be taught to watch us (the database server, workerd):
 *
 *     node tools/lib/guard.ts [--lock=NAME] [--talk] COMMAND [ARGUMENT…]
 *
 * The command runs in a process group of its own. When our standard input closes, which is what the
 * system does when our parent ends, also by `kill -9`, the command gets SIGTERM and, three
 * seconds later, its whole group SIGKILL. When the command ends, what is left of its group is killed.
 * The exit code is the command's (128 + signal when a signal ended it).
 *
 * - `--lock=NAME`: hold a local socket of that name while the command runs, so that a second one with
 *   the same name refuses to start (exit code 75). The system releases the lock however the guard ends.
 * - `--talk`: pass messages (`process.send`) between our parent and the command.
 *
 * A parent with a message channel first receives the command's process id: `{pid}`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';

/** How long the command may take to end by itself. */
const graceMs = 3000;
/** EX_TEMPFAIL of sysexits.h: another process holds the lock. */
const lockedCode = 75;

const parameters = process.argv.slice(2);
const options: string[] = [];
while (parameters[0]?.startsWith('--')) options.push(parameters.shift() ?? '');
const lock = options.find((option) => option.startsWith('--lock='))?.slice('--lock='.length);
const [command, ...commandArguments] = parameters;

/** Ends with `lockedCode` unless the lock is ours. */
async function hold(name: string): Promise<void> {
  // Linux has sockets without a file; elsewhere a file may be left over that no process listens on.
  const address = name.startsWith('/') ? name : `\0${name}`;
  const listen = () =>
    new Promise<boolean>((resolve) => {
      const server = createServer((socket) => socket.destroy());
      server.once('error', () => resolve(false));
      server.listen(address, () => {
        server.unref();
        resolve(true);
      });
    });
  if (await listen()) return;
  const answered = await new Promise<boolean>((resolve) => {
    const socket = connect(address, () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!answered && name.startsWith('/')) {
    rmSync(name, { force: true });
    if (await listen()) return;
  }
  process.exit(lockedCode);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group has ended already.
  }
}

function run(file: string): void {
  const talk = options.includes('--talk');
  // Detached: a session of its own, so that Ctrl-C reaches only the parent, which stops things in order.
  const child = spawn(file, commandArguments, {
    detached: true,
    stdio: talk ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'inherit', 'inherit'],
  });
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    // Only the command: it knows best how to end its own children.
    child.kill('SIGTERM');
    // A stopped process (SIGSTOP) sees SIGTERM only once it goes on.
    signalGroup(child, 'SIGCONT');
    setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
  };

  process.stdin.on('end', end).on('close', end).on('error', end).resume();
  process.on('SIGTERM', end).on('SIGHUP', end);
  process.on('SIGINT', () => {
    // The parent decides.
  });
  // A parent that has ended receives no messages; the end of standard input shows that it has ended.
  const tell = (message: unknown) => process.connected && process.send?.(message, undefined, {}, () => {});
  if (talk) {
    child.on('message', tell);
    process.on('message', (message) => child.connected && child.send(message as object, () => {}));
  }
  child.on('spawn', () => tell({ pid: child.pid }));
  child.on('error', (error) => {
    process.stderr.write(`${file}: ${error.message}\n`);
    process.exit(127);
  });
  child.on('exit', (code, signal) => {
    signalGroup(child, 'SIGKILL');
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0));
  });
}

if (command === undefined) {
  process.stderr.write('usage: node tools/lib/guard.ts [--lock=NAME] [--talk] COMMAND [ARGUMENT…]\n');
  process.exit(2);
}
if (lock) await hold(lock);
run(command);
