/** Options of our commands, and checks before anything slow starts: port, data folder. All throw `Failure`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, isIPv4 } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#tools/lib/content.ts';
import { checkNotInUse } from '#tools/lib/data-lock.ts';
import { checkSpace } from '#tools/lib/database-errors.ts';
import { Failure, portInUse } from '#tools/lib/log.ts';

/** Switches of the command line; `false` unless given. @throws Failure for an unknown option */
export function readSwitches<Name extends string>(command: string, ...names: Name[]): Record<Name, boolean> {
  const { tokens } = parseArgs({ strict: false, tokens: true, options: {} });
  const known = (name: string): name is Name => (names as string[]).includes(name);
  const given = tokens.map((token) => (token.kind === 'option' ? token.name : token.kind));
  for (const token of tokens)
    if (token.kind !== 'option' || !known(token.name) || token.value !== undefined) {
      const written = process.argv.slice(2)[token.index];
      const list = names.length
        ? `knows only ${names.map((name) => `--${name}`).join(', ')}`
        : 'takes no options';
      throw new Failure(`${written}: ${command} ${list}.`);
    }
  return Object.fromEntries(names.map((name) => [name, given.includes(name)])) as Record<Name, boolean>;
}

/** Address to listen on and data folder, from PORT, HOST and DATA_DIR. @throws Failure */
export function readServerOptions(environment = process.env): {
  port: number;
  host: string;
  dataDir: string;
} {
  const { PORT = '8787', HOST = '127.0.0.1', DATA_DIR = '.data' } = environment;
  const port = Number(PORT);
  if (!/^\d+$/.test(PORT) || port > 65_535)
    throw new Failure(`PORT=${PORT}: must be a number from 0 to 65535.`);
  if (!isIPv4(HOST)) throw new Failure(`HOST=${HOST}: must be an address such as 127.0.0.1 or 0.0.0.0.`);
  return { port, host: HOST, dataDir: resolve(root, DATA_DIR) };
}

const isListening = (port: number, host: string) =>
  new Promise<boolean>((done) => {
    const socket = connect({ port, host, timeout: 1000 });
    const end = (answer: boolean) => {
      socket.destroy();
      done(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false)).once('timeout', () => end(false));
  });

/** @throws Failure when the port is in use */
export async function checkPort(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const inUse = new Failure(portInUse(port));
  // A listener on the other loopback address would receive the requests to http://localhost.
  for (const address of ['127.0.0.1', '::1']) if (await isListening(port, address)) throw inUse;
  await new Promise<void>((done, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(inUse);
      else reject(new Failure(`Cannot listen on ${host}:${port}: ${error.message}`));
    });
    server.listen(port, host, () => server.close(() => done()));
  });
}

export async function checkDataFolder(folder: string): Promise<void> {
  const probe = join(folder, '.writable');
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new Failure(
      `Cannot write to the data folder ${folder} (${(error as NodeJS.ErrnoException).code}): change its owner or permissions, or choose another one (DATA_DIR=… npm start).`,
    );
  }
  checkSpace(folder);
  await checkNotInUse(folder);
}
