/**
 * The internet in front of the imitation of Cloudflare: runs the uploaded versions in workerd, and answers at their address
 * by the version that is deployed there.
 */

import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  createServer as createHttp,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { execa } from 'execa';
import { Runner } from '#tools/lib/worker.ts';
import type { Cloudflare, CloudVersion } from './cloudflare.ts';

/** A certificate for localhost, which programs trust by NODE_EXTRA_CA_CERTS. @property file of the certificate */
export type Certificate = { file: string; key: string; cert: string };

/** @param folder for its files */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  await execa('openssl', ['req', ...options, ...names, '-keyout', keyFile, '-out', file]);
  return { file, key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8') };
}

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** TLS in front of a server of this machine, as Turso has it. @returns its port */
export async function startTls(
  { key, cert }: Certificate,
  port: number,
): Promise<{ port: number; stop(): void }> {
  const server = createTls({ key, cert }, (socket) => {
    const inner = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [socket, inner],
      [inner, socket],
    ] as const)
      from.pipe(to).on('error', () => from.destroy());
  });
  return { port: await listening(server), stop: () => void server.close() };
}

/** A version's bundle, pages and options, as tools/lib/worker.ts runs them. */
function writeVersion(folder: string, { files: contents }: Cloudflare, version: CloudVersion) {
  const { metadata, modules, files, id } = version;
  const [bundle, pages] = [join(folder, id, 'worker'), join(folder, id, 'pages')];
  const write = (file: string, content: string | Buffer) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  for (const [name, { content }] of modules) write(join(bundle, name), content);
  for (const [path, { hash }] of Object.entries(files))
    write(join(pages, path), Buffer.from(contents.get(hash) ?? '', 'base64'));
  const config = metadata.assets?.config ?? {};
  for (const name of ['_headers', '_redirects'])
    if (typeof config[name] === 'string') write(join(pages, name), config[name]);
  const first = (config.run_worker_first ?? []) as string[];
  const vars: Record<string, string> = {};
  const ratelimits: Record<string, object> = {};
  for (const { type, name, text, ...rest } of metadata.bindings) {
    if (type === 'secret_text' || type === 'plain_text') vars[name] = text ?? '';
    if (type === 'ratelimit') ratelimits[name] = rest;
  }
  const options = {
    compatibilityDate: metadata.compatibility_date,
    compatibilityFlags: metadata.compatibility_flags,
    bindings: { VERSION: { id } },
    r2Buckets: { PHOTOS: 'shop-photos' },
    ratelimits,
    assets: {
      binding: 'ASSETS',
      routerConfig: {
        has_user_worker: true,
        static_routing: {
          user_worker: first.filter((path) => !path.startsWith('!')),
          asset_worker: first.filter((path) => path.startsWith('!')).map((path) => path.slice(1)),
        },
      },
      assetConfig: { html_handling: config.html_handling, not_found_handling: config.not_found_handling },
    },
  };
  write(join(bundle, 'options.json'), JSON.stringify(options));
  return { bundle, pages, vars };
}

/**
 * Starts it. @param folder for the files of the versions
 * @returns the port with TLS, and an address without it for clients that do not trust the certificate
 */
export async function startEdge(cloudflare: Cloudflare, folder: string, { key, cert }: Certificate) {
  const running = new Map<string, Promise<{ runner: Runner; port: number }>>();
  const run = async (version: CloudVersion) => {
    const runner = new Runner();
    const { vars, ...written } = writeVersion(folder, cloudflare, version);
    // No email leaves this machine.
    const mail: Record<string, string> = vars.MAIL_API_KEY ? { MAIL_API_URL: 'http://127.0.0.1:9' } : {};
    const settings = { ...written, vars: { ...vars, ...mail } };
    return { runner, port: await runner.run({ ...settings, host: '127.0.0.1', port: 0 }) };
  };
  const runningOf = (version: CloudVersion) => {
    const started = running.get(version.id) ?? run(version);
    running.set(version.id, started);
    return started;
  };
  const at = (overrides?: string) => cloudflare.versionAt('localhost', overrides);
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const version = at(`${incoming.headers['cloudflare-workers-version-overrides'] ?? ''}`);
    // Nobody has this name.
    if (!version) return void response.destroy();
    const { port } = await runningOf(version);
    const { method, url, headers } = incoming;
    const asked = request({ port, host: '127.0.0.1', method, path: url, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    asked.on('error', () => response.destroy());
    incoming.pipe(asked);
  };
  const listener: RequestListener = (incoming, response) =>
    void answer(incoming, response).catch(() => response.destroy());
  const [secure, plain] = [createHttps({ key, cert }, listener), createHttp(listener)];
  const port = await listening(secure);
  return {
    port,
    plain: `http://127.0.0.1:${await listening(plain)}`,
    /** Runs the job of the version that has the traffic. */
    async scheduled() {
      const version = at();
      if (version) await (await runningOf(version)).runner.scheduled();
    },
    async stop() {
      secure.close();
      plain.close();
      for (const one of running.values()) await (await one).runner.stop();
    },
  };
}
