/** Pictures of a folder or a zip file, by the names that an export has. */
import { openAsBlob, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { BlobReader, configure, type FileEntry, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { Failure } from '#tools/lib/log.ts';
import { maxBytes, NoPicture } from './download.ts';
import type { PictureSource } from './write-import.ts';

configure({ useWebWorkers: false });

/** Reads a file by its path in the folder. */
type Files = { names: string[]; read(name: string): Promise<Buffer> };

const tooLarge = () => new NoPicture(`The picture has more than ${maxBytes / 1024 / 1024} MB.`);

function folderFiles(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/').replace(/^\//, ''),
    );
  return {
    names,
    async read(name) {
      const path = join(folder, name);
      if (statSync(path).size > maxBytes) throw tooLarge();
      return readFileSync(path);
    },
  };
}

async function zipFiles(path: string): Promise<Files> {
  const entries = new Map<string, FileEntry>();
  try {
    for (const entry of await new ZipReader(new BlobReader(await openAsBlob(path))).getEntries())
      if (!entry.directory && !entry.filename.startsWith('__MACOSX/')) entries.set(entry.filename, entry);
  } catch {
    throw new Failure(`${path}: this is no zip file, or it was cut off.`);
  }
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry || entry.uncompressedSize > maxBytes) throw tooLarge();
      try {
        return Buffer.from(await entry.getData(new Uint8ArrayWriter(), { checkOverlappingEntry: true }));
      } catch {
        throw new NoPicture(`${name} in the zip cannot be read.`);
      }
    },
  };
}

const stem = (path: string): string => path.replace(/\.[^./]+$/, '');
/** The last parts of a path: two of `products/rose/1.jpg` are `rose/1.jpg`. */
const ending = (path: string, parts: number): string => path.split('/').slice(-parts).join('/');

/** The path that an address names: without host and query, decoded, in small letters. */
function pathOf(address: string): string {
  const [path = ''] = address
    .trim()
    .replace(/^(https?:)?\/\/[^/]*\//i, '')
    .split(/[?#]/);
  try {
    return decodeURIComponent(path).replaceAll('\\', '/').toLowerCase();
  } catch {
    return path.toLowerCase();
  }
}

/** Parts of a path that are compared: a folder may be `content`, with its `products`. */
const mostParts = 4;

/**
 * Finds pictures by the last parts of their paths, as many as agree: `products/rose/1.jpg` is `rose/1.jpg` in the folder
 * `products`. The ending of a name counts last, since HEIC and PNG become JPEG on the way.
 * @param path of a folder or zip file
 * @throws Failure when there is no such file
 */
export async function pictureFiles(path: string): Promise<PictureSource> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Failure(`${path}: there is no such folder or zip file.`);
  const { names, read } = found.isDirectory() ? folderFiles(path) : await zipFiles(path);
  const ways = [(name: string) => name, stem].flatMap((form) =>
    Array.from({ length: mostParts }, (_, place) => {
      const part = (name: string) => ending(form(name.toLowerCase()), mostParts - place);
      return { part, index: Map.groupBy(names, part) };
    }),
  );
  return async (address, file) => {
    const wanted = file ? pathOf(address).replace(/[^/]*$/, file) : pathOf(address);
    for (const { part, index } of ways) {
      const [name, ...more] = index.get(part(wanted)) ?? [];
      if (more.length) throw new NoPicture('Several files have this name.');
      if (name) return read(name);
    }
    throw new NoPicture('No file has this name.');
  };
}
