/**
 * A real Chromium for the tests: the one inside an npm package on Linux x64, the installed Chrome
 * elsewhere; `CHROMIUM_PATH` names another one.
 */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';

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

const named = process.env.CHROMIUM_PATH;
const isPackaged = !named && process.platform === 'linux' && process.arch === 'x64';

/** Whether a whole browser is used. The packaged one is only its core: it keeps no pages for Back and Forward. */
export const isWhole = !isPackaged;

/** Options of one way to start a browser. */
type Start = { executablePath?: string; env?: Record<string, string> };

async function packaged<T>(launch: (start: Start) => Promise<T>): Promise<T> {
  const bundle = await import('@sparticuz/chromium');
  const executablePath = await bundle.default.executablePath();
  const env = process.env as Record<string, string>;
  try {
    return await launch({ executablePath, env });
  } catch (error) {
    if (!String(error).includes('shared libraries')) throw error;
    // A machine without NSS, NSPR or expat: the package brings them along for such machines.
    const packed = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
    await bundle.inflate(packed.pathname);
    return launch({ executablePath, env: { ...env, LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib') } });
  }
}

/**
 * Starts the browser; close it when done.
 * @param more further switches
 */
export function startBrowser(more: readonly string[] = []): Promise<Browser> {
  const args = [...flags, ...more];
  if (isPackaged) return packaged((start) => chromium.launch({ ...start, args }));
  return chromium.launch({ ...(named ? { executablePath: named } : { channel: 'chrome' }), args });
}

/**
 * The same browser with Puppeteer at its side, for what Playwright's way of attaching to pages prevents:
 * pages that are rendered in advance, and pages that are kept for Back.
 * @param more further switches
 */
export function startPuppeteer(more: readonly string[] = []) {
  const options = {
    args: [...flags, ...more],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    defaultViewport: { width: 1280, height: 800 },
  };
  if (isPackaged) return packaged((start) => puppeteer.launch({ ...options, ...start, headless: 'shell' }));
  return puppeteer.launch({
    ...options,
    ...(named ? { executablePath: named } : { channel: 'chrome' as const }),
  });
}
