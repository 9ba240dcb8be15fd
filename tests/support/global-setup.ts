/** Runs once before the tests that need a shop: builds what has changed, and prepares a database to copy. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate } from '#db/migrate.ts';
import { syncCatalogue } from '#db/sync.ts';
import { buildPartsIfNeeded } from '#tools/lib/build.ts';
import { startBrowser } from '#tools/lib/chromium.ts';
import { readProducts, readSales } from '#tools/lib/content.ts';
import { startDatabase } from '#tools/lib/database.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { logInfo } from '#tools/lib/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the migrated tables and the catalogue of content/. */
    preparedData: string;
  }
}

/** What the tests of each project need: a test must not pass against an old build. */
const needs: Record<string, ('pages' | 'worker')[]> = {
  built: ['pages', 'worker'],
  api: ['pages', 'worker'],
  browser: ['pages', 'worker'],
  nightly: ['pages', 'worker'],
  upgrade: ['pages', 'worker'],
};

export default async function prepare(project: TestProject): Promise<() => void> {
  const parts = needs[project.name] ?? [];
  await buildPartsIfNeeded(parts, { log: logInfo });
  if (!parts.includes('worker') || project.name === 'built') return () => {};
  // Unpacks Chromium, so that two test files do not unpack it at the same time.
  if (project.name === 'browser') await (await startBrowser()).close();

  const folder = temporaryFolder();
  const data = join(folder.path, 'data');
  mkdirSync(data);
  const database = await startDatabase(data);
  try {
    await migrate({ url: database.url });
    await syncCatalogue({ url: database.url }, readProducts(), readSales());
  } finally {
    await database.stop();
  }
  project.provide('preparedData', data);
  return () => folder.remove();
}
