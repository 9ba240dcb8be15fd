/** Database servers without a shop: empty, or with a token. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startChild } from '#tools/lib/child.ts';
import { type Database, databaseBinary, freePort, startDatabase } from '#tools/lib/database.ts';
import { pollUntil, temporaryFolder } from '#tools/lib/fixture.ts';

/** For the top of a file: a folder with databases that are stopped after the tests. */
export function useDatabases() {
  const folder = temporaryFolder();
  const running: { stop(): Promise<void> }[] = [];
  const newFolder = () => mkdtempSync(join(folder.path, 'data-'));
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()));
    folder.remove();
  });
  return {
    folder: folder.path,
    /** An empty database. */
    async empty(): Promise<Database> {
      const database = await startDatabase(newFolder());
      running.push(database);
      return database;
    },
    /** A database that requires its token, as a hosted one does. */
    async locked(): Promise<{ url: string; tokens: { all: string; reading: string; wrong: string } }> {
      const own = newFolder();
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const keyFile = join(own, 'key.pem');
      writeFileSync(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));
      const address = `127.0.0.1:${await freePort()}`;
      const child = await startChild([
        databaseBinary(),
        ...['--db-path', join(own, 'sqld'), '--http-listen-addr', address],
        ...['--no-welcome', '--auth-jwt-key-file', keyFile],
      ]);
      running.push(child);
      const url = `http://${address}`;
      const answers = () =>
        fetch(`${url}/health`).then(
          ({ ok }) => ok,
          () => false,
        );
      await pollUntil(answers, 30_000, 'the database answers');
      const token = (key: typeof privateKey, may: 'rw' | 'ro') => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        const text = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: may })}`;
        return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
      };
      const stranger = generateKeyPairSync('ed25519').privateKey;
      const tokens = {
        all: token(privateKey, 'rw'),
        reading: token(privateKey, 'ro'),
        wrong: token(stranger, 'rw'),
      };
      return { url, tokens };
    },
  };
}
