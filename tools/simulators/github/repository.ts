/** A repository at the Git host: branches, commits and pull requests, in memory. */
import { createHash } from 'node:crypto';

export type Files = ReadonlyMap<string, Buffer>;

export type Commit = { sha: string; message: string; date: string; files: Files };

export type Pull = {
  number: number;
  title: string;
  branch: string;
  state: 'open' | 'closed' | 'merged';
  draft: boolean;
  labels: string[];
  createdAt: string;
  /** Where a pipeline has put a preview of it. */
  previewUrl?: string;
};

/** Git's hash of a file's content. */
export const blobSha = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

export const mainBranch = 'main';

/** The changes of a commit: new content, or undefined for a deleted file. */
export type Changes = ReadonlyMap<string, Buffer | undefined>;

export class Repository {
  readonly branches = new Map<string, Commit>();
  readonly pulls: Pull[] = [];
  #commits = 0;

  constructor(files: Files) {
    this.branches.set(mainBranch, this.#commit(files, 'Open the shop'));
  }

  get main(): Commit {
    return this.branch(mainBranch);
  }

  /** @throws Error when there is no such branch */
  branch(name: string): Commit {
    const commit = this.branches.get(name);
    if (!commit) throw new Error(`there is no branch ${name}`);
    return commit;
  }

  blob(sha: string): Buffer | undefined {
    for (const { files } of this.branches.values())
      for (const bytes of files.values()) if (blobSha(bytes) === sha) return bytes;
    return undefined;
  }

  /** @throws Error when the branch has changed since (GitHub's `expectedHeadOid`) */
  commit(branch: string, expected: string, changes: Changes, message: string): Commit {
    const head = this.branch(branch);
    if (head.sha !== expected) throw new Error(`Expected branch to point to "${expected}" but it did not.`);
    const files = new Map(head.files);
    for (const [path, bytes] of changes)
      if (bytes) files.set(path, bytes);
      else files.delete(path);
    const commit = this.#commit(files, message);
    this.branches.set(branch, commit);
    return commit;
  }

  open(title: string, branch: string, draft: boolean): Pull {
    const number = this.pulls.length + 1;
    const createdAt = this.branch(branch).date;
    const pull: Pull = { number, title, branch, draft, state: 'open', labels: [], createdAt };
    this.pulls.push(pull);
    return pull;
  }

  /** @throws Error when there is no such pull request */
  pull(number: number): Pull {
    const pull = this.pulls.find((one) => one.number === number);
    if (!pull) throw new Error(`there is no pull request ${number}`);
    return pull;
  }

  /** The changes of a pull request: the files that differ from those of main. */
  changed({ branch }: Pull): { path: string; changeType: string }[] {
    const { files } = this.branch(branch);
    const paths = new Set([...files.keys(), ...this.main.files.keys()]);
    return [...paths].flatMap((path) => {
      const [now, before] = [files.get(path), this.main.files.get(path)];
      if (now && before && now.equals(before)) return [];
      return [{ path, changeType: !before ? 'ADDED' : now ? 'MODIFIED' : 'DELETED' }];
    });
  }

  /** Squashes a pull request into main. */
  merge(pull: Pull): void {
    const { files } = this.branch(pull.branch);
    this.branches.set(mainBranch, this.#commit(files, pull.title));
    pull.state = 'merged';
  }

  #commit(files: Files, message: string): Commit {
    this.#commits += 1;
    const sha = createHash('sha1').update(`commit ${this.#commits} ${message}`).digest('hex');
    const date = new Date(Date.UTC(2026, 10, 21, 9, this.#commits)).toISOString();
    return { sha, message, date, files };
  }
}
