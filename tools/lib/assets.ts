/** Cloudflare's limits for static files (developers.cloudflare.com/workers/platform/limits, paid plan). */
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files of one version, and MiB of one file. */
export const assetLimits = { files: 100_000, mib: 25 };

export type Asset = { name: string; bytes: number };

/** Every file of a build. */
export const assetsIn = (folder: string): Asset[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(folder, path), bytes: statSync(path).size }));

/** Why these cannot be uploaded, in one line; undefined when they can. */
export function assetsRefusal(assets: readonly Asset[], limits = assetLimits): string | undefined {
  const count = (n: number) => n.toLocaleString('en');
  if (assets.length > limits.files)
    return `The build has ${count(assets.length)} files, and Cloudflare takes ${count(limits.files)}: reduce the pictures of each product (src/features/catalogue/picture-plan.ts).`;
  const large = assets.find(({ bytes }) => bytes > limits.mib * 1024 ** 2);
  return large && `${large.name} is larger than the ${limits.mib} MiB that Cloudflare takes.`;
}
