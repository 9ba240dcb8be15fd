/**
 * The files of this machine for Sveltia CMS, which reads and writes local files through a directory handle of the browser. The
 * handle here asks the server of `npm start` instead (local-files.ts), so nobody has to pick a folder, in any browser.
 * tools/edit/bundle.ts lets the CMS open it by itself.
 */
import type { LocalFile } from './local-files.ts';

/** In place of a repository at GitHub where local files are edited: it is never contacted. */
export const noRepository = 'local/only';

const addressOf = (path: string): string =>
  `/edit/files/${path.split('/').map(encodeURIComponent).join('/')}`;

const notFound = (path: string) => new DOMException(path, 'NotFoundError');

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(addressOf(path), init);
  if (response.status === 404) throw notFound(path);
  if (!response.ok) throw new Error('saving_failed', { cause: new Error(`${path}: ${response.status}`) });
  return response;
}

/** The CMS writes a file under such a name, and then gives it its own. */
const isDraft = (path: string): boolean => /(?:^|\/)\.[^/]*$/.test(path);

type Entry = [name: string, handle: FileHandle | DirectoryHandle];

/** A file of the list. A picture is not read: the CMS only wants its size and hash when it loads all files. */
const listedFile = ({ path, text, size, sha, modified }: LocalFile): File => {
  const file = new File(text === undefined ? [] : [text], path.replace(/.*\//, ''), {
    lastModified: modified,
  });
  return text === undefined
    ? Object.defineProperties(file, { size: { value: size }, sha: { value: sha } })
    : file;
};

class FileHandle {
  readonly kind = 'file';
  name: string;
  #path: string;
  #draft: BlobPart[] = [];
  /** As it is in the list, for the first reader: that is the loading of all files. */
  #listed: LocalFile | undefined;

  constructor(path: string, listed?: LocalFile) {
    this.name = path.replace(/.*\//, '');
    this.#path = path;
    this.#listed = listed;
  }
  async getFile(): Promise<File> {
    const listed = this.#listed;
    this.#listed = undefined;
    if (listed) return listedFile(listed);
    if (isDraft(this.#path)) return new File(this.#draft, this.name);
    const blob = await (await ask(this.#path)).blob();
    return new File([blob], this.name, { type: blob.type });
  }
  async createWritable() {
    const parts: BlobPart[] = [];
    return {
      write: async (part: BlobPart) => void parts.push(part),
      close: async () => {
        this.#draft = parts;
        if (!isDraft(this.#path)) await this.#write();
      },
    };
  }
  /** Gives a draft its name, or another name to a file. */
  async move(folder: DirectoryHandle, name: string): Promise<void> {
    const before = this.#path;
    if (!isDraft(before)) this.#draft = [await (await ask(before)).blob()];
    this.#path = folder.pathOf(name);
    this.name = name;
    await this.#write();
    if (!isDraft(before)) await ask(before, { method: 'DELETE' });
  }
  #write = () => ask(this.#path, { method: 'PUT', body: new Blob(this.#draft) });
}

class DirectoryHandle {
  readonly kind = 'directory';
  readonly name: string;
  #path: string;

  constructor(path = '') {
    this.name = path.replace(/.*\//, '');
    this.#path = path;
  }
  pathOf = (name: string): string => (this.#path ? `${this.#path}/${name}` : name);
  requestPermission = async () => 'granted';
  async getDirectoryHandle(name: string): Promise<DirectoryHandle> {
    return new DirectoryHandle(this.pathOf(name));
  }
  /** One that does not exist is found out when it is read. */
  async getFileHandle(name: string): Promise<FileHandle> {
    return new FileHandle(this.pathOf(name));
  }
  async *entries(): AsyncGenerator<Entry> {
    const start = this.#path && `${this.#path}/`;
    const folders = new Set<string>();
    for (const file of await filesIn(this.#path)) {
      const [name = '', ...rest] = file.path.slice(start.length).split('/');
      if (!rest.length) yield [name, new FileHandle(file.path, file)];
      else if (folders.size < folders.add(name).size) yield [name, new DirectoryHandle(start + name)];
    }
  }
  /** Folders that are empty are removed by the server. */
  async removeEntry(name: string): Promise<void> {
    if (/\.\w+$/.test(name) && !name.startsWith('.')) await ask(this.pathOf(name), { method: 'DELETE' });
  }
}

/** The list while the CMS walks through all folders, one after the other. */
let list: { files: Promise<LocalFile[]>; at: number } | undefined;
/** How long a list is current, ms. */
const currentFor = 1000;

async function filesIn(folder: string): Promise<LocalFile[]> {
  if (!list || Date.now() - list.at > currentFor)
    list = { files: ask('').then((response) => response.json()), at: Date.now() };
  const files = await list.files;
  return folder ? files.filter(({ path }) => path.startsWith(`${folder}/`)) : files;
}

/** Lets the CMS work on the files of this machine. Must run before it starts. */
export function workOnLocalFiles(): void {
  Object.assign(window, { showDirectoryPicker: async () => new DirectoryHandle() });
  localStorage.setItem('sveltia-cms.user', JSON.stringify({ backendName: 'local' }));
}
