/**
 * One database server at a time in a data folder: a local socket with a name made of the folder's. The server inherits it, and
 * the system closes it with the last process that has it, however that ends.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '#tools/lib/log.ts';

/** Linux has sockets without a file; elsewhere it is one in the folder for temporary files, since socket paths must be short. */
function addressOf(dataFolder: string): string {
  const hash = createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 16);
  return process.platform === 'linux' ? `\0harita-${hash}` : join(tmpdir(), `harita-${hash}.lock`);
}

const inUse = (dataFolder: string): Failure =>
  new Failure(`The data folder ${dataFolder} is in use: is another "npm start" running?`);

/** @throws Failure when a server uses the data folder */
export async function checkNotInUse(dataFolder: string): Promise<void> {
  const answered = await new Promise<boolean>((resolve) => {
    const socket = connect(addressOf(dataFolder), () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
  if (answered) throw inUse(dataFolder);
}

/** Takes the data folder until the socket is closed here and in every process that inherits it. @throws Failure when it is in use */
export async function lockFolder(dataFolder: string): Promise<{ descriptor: number; close(): void }> {
  await checkNotInUse(dataFolder);
  const address = addressOf(dataFolder);
  // A file that no process listens on.
  if (!address.startsWith('\0')) rmSync(address, { force: true });
  // As Node keeps its socket; it has no public name.
  const server = createServer((socket) => socket.destroy()) as Server & { _handle: { fd: number } };
  try {
    await once(server.listen(address), 'listening');
  } catch {
    throw inUse(dataFolder);
  }
  return { descriptor: server.unref()._handle.fd, close: () => server.close() };
}
