/** The package as others install it: packed, unpacked below node_modules, and started by its command. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { Stripe } from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import manifest from './package.json' with { type: 'json' };
import { sessionFields } from './src/testing.ts';

/** The folder of a dependency that is installed here. */
function folderOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name);
  return entry.slice(0, entry.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length);
}

// It waits for the compiler, npm and a server.
test('works from its tarball', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-simulators-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
  run(process.execPath, join(import.meta.dirname, 'build.ts'), join(folder, 'dist'));
  run('npm', 'pack', './dist', '--silent');
  const tarball = join(folder, `payment-simulators-${manifest.version}.tgz`);
  const { messages } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer } });
  expect(messages).toEqual([]);
  run('tar', '-xf', tarball);
  for (const name of Object.keys(manifest.dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(folderOf(name), link);
  }
  const installed = join(folder, 'node_modules', 'payment-simulators');
  run('mv', 'package', installed);

  const child = spawn(process.execPath, [join(installed, 'bin.js'), '--port', '0', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
  const [, url = ''] = /Simulators +(\S+)/.exec(output) ?? [];
  const [, key = ''] = /secret key (\S+)/.exec(output) ?? [];
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(key, { host: hostname, port, protocol: 'http' });
  const session = await stripe.checkout.sessions.create(sessionFields());
  for (const path of [session.url ?? '', '/', '/style.css', '/razorpay/checkout.js', '/razorpay/widget.js'])
    expect([path, (await fetch(new URL(path, url))).status]).toEqual([path, 200]);
  child.kill();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
