/**
 * A real Chromium for the tests: the one inside an npm package on Linux x64, the installed Chrome
 * elsewhere; `CHROMIUM_PATH` names another one.
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Quiet without a network, and with every check of the web's own security left on. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

async function packaged(): Promise<Browser> {
  const bundle = await import('@sparticuz/chromium');
  const executablePath = await bundle.default.executablePath();
  const launch = (env: Record<string, string | undefined>) =>
    chromium.launch({ executablePath, args: flags, env: env as Record<string, string> });
  try {
    return await launch(process.env);
  } catch (error) {
    if (!String(error).includes('shared libraries')) throw error;
    // A machine without NSS, NSPR or expat: the package brings them along for such machines.
    const packed = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
    await bundle.inflate(packed.pathname);
    return launch({ ...process.env, LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib') });
  }
}

/** Starts the browser; close it when done. */
export function startBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return chromium.launch({ executablePath: named, args: flags });
  if (process.platform === 'linux' && process.arch === 'x64') return packaged();
  return chromium.launch({ channel: 'chrome', args: flags });
}
