/**
 * The files of the last release, which a deploy uploads together with its own: a tab that was opened before the deploy
 * asks for them. Each deploy publishes the list of its files (`/release.json`), and the next one fetches the list and
 * the files from the live shop, so a new machine needs nothing else. If a shop has no list yet, its pages name them.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { assetsIn } from '#tools/lib/assets.ts';
import type { Log } from '#tools/lib/log.ts';
import { headCommit } from '#tools/lib/record-release.ts';

/** Where a deployed shop publishes the list. */
export const releaseFile = 'release.json';

/** A file whose name changes with its content. Nothing else may be written into the build. */
const hashedFile = /^_astro\/[\w.-]+\.[a-z0-9]+$/;
const name = z.string().regex(hashedFile);

/**
 * @property commit of the release; undefined where it was deployed without git, and of releases that did not say it
 * @property files of the release itself
 * @property kept files of earlier releases, and when the release that used them was replaced (ISO 8601)
 */
const releaseSchema = z.object({
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional(),
  files: z.array(name),
  kept: z.record(name, z.iso.datetime()),
});
type Release = z.infer<typeof releaseSchema>;

/** How long files stay after their release was replaced, ms. The last release's files stay for any time. */
const keptFor = 7 * 24 * 60 * 60 * 1000;
/** The newest of them: many deploys in a week must not fill Cloudflare's limit of files. */
const maxKept = 5_000;
const tries = 3;
const concurrency = 8;
const timeout = 20_000;

/** @returns the answer; undefined for 404 @throws Error without another answer that is complete */
async function fetchFile(url: URL): Promise<Buffer | undefined> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' });
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    } catch (error) {
      if (attempt >= tries) throw error;
    }
}

/** What a page names, and what a script imports. */
const named = /\b(_astro\/[\w.-]+\.[a-z0-9]+)|["'`]\.\/([\w.-]+\.js)["'`]/g;

/**
 * The files of a release that has published no list: what its pages name, with what these scripts import. Its pages are
 * those of this build that it has, too.
 */
async function filesOfPages(site: string, folder: string): Promise<string[]> {
  const files = new Set<string>();
  const open = assetsIn(folder)
    .filter((asset) => asset.name.endsWith('.html'))
    .map((asset) => asset.name.replace(/(^|\/)index\.html$|\.html$/, '$1'));
  const reader = async () => {
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const text = await fetchFile(new URL(path, site)).catch(() => undefined);
      for (const [, file, imported] of String(text).matchAll(named)) {
        const one = file ?? `_astro/${imported}`;
        if (!files.has(one) && one.endsWith('.js')) open.push(one);
        files.add(one);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, reader));
  return [...files];
}

/** The list of a shop; undefined where it has published none. @throws Error where it does not answer with one */
async function readRelease(site: string): Promise<Release | undefined> {
  const list = await fetchFile(new URL(releaseFile, site));
  return list && releaseSchema.parse(JSON.parse(list.toString()));
}

/** The commit that a shop says it runs; undefined where it says none or does not answer. @param site the live shop's address */
export const liveCommit = (site: string): Promise<string | undefined> =>
  readRelease(site).then(
    (release) => release?.commit,
    () => undefined,
  );

/** The files to keep, with the time at which they were replaced, the newest first. */
function filesToKeep(last: Release, own: ReadonlySet<string>, now: Date): [file: string, since: string][] {
  const since = now.toISOString();
  const earlier = Object.entries(last.kept).filter(([, date]) => now.getTime() - Date.parse(date) < keptFor);
  const all = new Map([...earlier, ...last.files.map((file) => [file, since] as const)]);
  return [...all]
    .filter(([file]) => !own.has(file))
    .sort(([, a], [, b]) => b.localeCompare(a))
    .slice(0, maxKept);
}

/**
 * Adds the files of the last release to a build, and the list that the next deploy reads. A shop that does not answer,
 * or a file that is gone, stops no deploy: an old tab then says that it has to be loaded again.
 * @param site the live shop's address
 * @param folder of the built pages
 * @returns a function that removes what was added
 */
export async function keepLastRelease(
  site: string,
  folder: string,
  log: Log,
  now = new Date(),
): Promise<() => void> {
  const files = assetsIn(folder)
    .map((asset) => asset.name)
    .filter((file) => hashedFile.test(file));
  const kept: Release['kept'] = {};
  const read = async (): Promise<Release> =>
    (await readRelease(site)) ?? { files: await filesOfPages(site, folder), kept: {} };
  const last = await read().catch((error: Error) => {
    log(`Warning: ${site} did not list the files of the last release (${error.message}): none are kept.`);
    return undefined;
  });
  const wanted = last ? filesToKeep(last, new Set(files), now) : [];
  let lost = 0;
  const work = wanted.values();
  const worker = async () => {
    for (const [file, since] of work) {
      const content = await fetchFile(new URL(file, site)).catch(() => undefined);
      if (!content?.length) lost += 1;
      else {
        writeFileSync(join(folder, file), content);
        kept[file] = since;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (lost) log(`Warning: ${lost} files of the last release could not be fetched.`);
  log(`Files of earlier releases that stay: ${Object.keys(kept).length}.`);
  const release: Release = { commit: headCommit(), files, kept };
  writeFileSync(join(folder, releaseFile), JSON.stringify(release));
  return () => {
    for (const file of [releaseFile, ...Object.keys(kept)]) rmSync(join(folder, file), { force: true });
  };
}
