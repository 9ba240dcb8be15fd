/**
 * The files of `content/` for the editor under `npm start`. `edit/files` lists them, and below it each one is read, written and
 * deleted. Only a page of this machine's own shop may ask, and only for files of the kinds that content has.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { pictureEndings } from '#lib/content-fields.ts';
import { loopback } from '#lib/loopback.ts';
import { isPicture } from '#tools/lib/content.ts';
import { largestPicture } from './widgets.ts';

/**
 * A file of the list. @property path such as `content/store.yaml` @property modified UTC ms @property text of a text
 * @property sha of another file: its id in Git
 */
export type LocalFile = { path: string; size: number; modified: number; text?: string; sha?: string };

const endings = ['md', 'yaml', ...pictureEndings, 'mp4', 'webm'];
/** No name begins with a point, so no path leads out of the folder. */
const name = '[\\p{L}\\p{N}_~][\\p{L}\\p{N}_~ .-]*';
const allowed = new RegExp(`^content/(?:${name}/)*${name}\\.(?:${endings.join('|')})$`, 'iu');

/** Whether the shop's own page on this machine asks: no other site, and no site whose name leads to this machine. */
function isOwnPage({ url, method, headers }: Request): boolean {
  const { hostname, origin } = new URL(url);
  if (!loopback.includes(hostname) || headers.get('Sec-Fetch-Site') !== 'same-origin') return false;
  return method === 'GET' || headers.get('Origin') === origin;
}

/** Whether a file would be in the folder, also where a folder in it is a link to another one. */
function isInside(folder: string, file: string): boolean {
  let parent = file;
  while (!existsSync(parent)) parent = dirname(parent);
  const real = realpathSync(parent);
  const root = realpathSync(folder);
  return real === root || real.startsWith(root + sep);
}

/** The id of a file in Git, by its path, size and time. */
const known = new Map<string, string>();

function gitId(file: string, { size, modified }: Pick<LocalFile, 'size' | 'modified'>): string {
  const key = `${file} ${size} ${modified}`;
  const id =
    known.get(key) ?? createHash('sha1').update(`blob ${size}\0`).update(readFileSync(file)).digest('hex');
  known.set(key, id);
  return id;
}

function list(folder: string): LocalFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .map((one) => `content/${one.split(sep).join('/')}`)
    .filter((path) => allowed.test(path))
    .map((path) => {
      const file = join(folder, path.slice('content/'.length));
      const { size, mtimeMs } = statSync(file);
      const found = { path, size, modified: Math.floor(mtimeMs) };
      return /\.(?:md|yaml)$/.test(path)
        ? { ...found, text: readFileSync(file, 'utf8') }
        : { ...found, sha: gitId(file, found) };
    });
}

/** Writes a file at once: what watches the folder never sees half of it. */
function write(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = join(dirname(file), `.${basename(file)}.draft`);
  writeFileSync(draft, bytes);
  renameSync(draft, file);
}

/** Deletes a file, and its folder if it was the last one. */
function remove(file: string): void {
  rmSync(file, { force: true });
  if (!readdirSync(dirname(file)).length) rmdirSync(dirname(file));
}

const typeOf = (path: string): string => {
  const ending = path.replace(/.*\./, '').toLowerCase();
  if (['mp4', 'webm'].includes(ending)) return `video/${ending}`;
  return isPicture(path) ? `image/${ending.replace('jpg', 'jpeg')}` : 'text/plain; charset=utf-8';
};

const refusal = (status: number) => new Response(null, { status });

/** The path of a file in the project; empty for the list, undefined where it cannot be read. */
function pathIn(url: string): string | undefined {
  try {
    return decodeURIComponent(new URL(url).pathname).replace(/^\/edit\/files\/?/, '');
  } catch {
    return undefined;
  }
}

/** @param folder of the content. @returns answers requests for `/edit/files` */
export const localFiles =
  (folder: string) =>
  async (request: Request): Promise<Response> => {
    if (!isOwnPage(request)) return refusal(403);
    const path = pathIn(request.url);
    if (path === undefined) return refusal(403);
    if (!path && request.method === 'GET') return Response.json(list(folder));
    const file = join(folder, path.slice('content/'.length));
    if (!allowed.test(path) || !isInside(folder, file)) return refusal(403);
    if (request.method === 'PUT') {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length > largestPicture) return refusal(413);
      write(file, bytes);
      return refusal(204);
    }
    if (!existsSync(file)) return refusal(404);
    if (request.method === 'GET')
      return new Response(readFileSync(file), { headers: { 'Content-Type': typeOf(path) } });
    if (request.method !== 'DELETE') return refusal(405);
    remove(file);
    return refusal(204);
  };
