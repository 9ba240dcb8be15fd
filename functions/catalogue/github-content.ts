/** Content in a repository at GitHub: all changes of a run are one commit on its default branch. */
import {
  changeText,
  filesOfChanges,
  type WaitingChange,
  writeChanges,
} from '#domain/catalogue/write-changes.ts';
import { connectGithub, type Github, GithubFailure, type GithubSettings } from '../lib/github-app.ts';
import type { ContentStore } from './write-content.ts';

/** Tries while others commit to the branch. */
const mostTries = 4;

/** A file of a commit; undefined if it has none of this name. */
async function readFile(github: Github, name: string, commit: string): Promise<string | undefined> {
  try {
    const path = `content/${name}`.split('/').map(encodeURIComponent).join('/');
    const { content } = await github.call<{ content: string }>('GET', `/contents/${path}?ref=${commit}`);
    return Buffer.from(content, 'base64').toString();
  } catch (error) {
    if (error instanceof GithubFailure && error.status === 404) return undefined;
    throw error;
  }
}

/** The message of a commit: of one product in its first line, else one line for each change. */
function messageOf(changes: readonly WaitingChange[]): string {
  const lines = changes.map(({ productId, fields }) => `${productId}: ${changeText(productId, fields)}`);
  const [first = ''] = lines;
  const count = new Set(changes.map(({ productId }) => productId)).size;
  return changes.length === 1 && first.length <= 100
    ? first
    : `${count === 1 ? changes[0]?.productId : `${count} products`} changed at the desk\n\n${lines.join('\n')}`;
}

/**
 * The repository of the settings. Without them each change fails with the reason, and is tried again.
 * @returns where content is
 */
export const githubContent =
  (settings: GithubSettings): ContentStore =>
  async (changes) => {
    const github = connectGithub(settings);
    if (!github)
      throw new GithubFailure(
        'No repository is connected: GITHUB_APP_ID, GITHUB_APP_KEY and GITHUB_REPOSITORY are not set.',
        true,
      );
    const { default_branch: branch } = await github.call<{ default_branch: string }>('GET', '');
    const ref = `heads/${branch}`;
    for (let tries = 1; ; tries++) {
      const { object } = await github.call<{ object: { sha: string } }>('GET', `/git/ref/${ref}`);
      const parent = object.sha;
      const files = new Map<string, string | undefined>();
      for (const name of filesOfChanges(changes)) files.set(name, await readFile(github, name, parent));
      const { texts, failed } = writeChanges((name) => files.get(name), changes);
      if (!texts.size) return { commit: null, failed };
      const before = await github.call<{ tree: { sha: string } }>('GET', `/git/commits/${parent}`);
      const tree = await github.call<{ sha: string }>('POST', '/git/trees', {
        base_tree: before.tree.sha,
        tree: [...texts].map(([name, content]) => ({
          path: `content/${name}`,
          mode: '100644',
          type: 'blob',
          content,
        })),
      });
      const commit = await github.call<{ sha: string }>('POST', '/git/commits', {
        message: messageOf(changes.filter(({ id }) => !failed.has(id))),
        tree: tree.sha,
        parents: [parent],
      });
      try {
        await github.call('PATCH', `/git/refs/${ref}`, { sha: commit.sha, force: false });
        return { commit: commit.sha, failed };
      } catch (error) {
        // Somebody has committed meanwhile: GitHub answers 422, or 409 while it is still at work.
        const isBehind = error instanceof GithubFailure && [409, 422].includes(error.status ?? 0);
        if (!isBehind) throw error;
        if (tries === mostTries) throw new GithubFailure(`The branch ${branch} changes all the time.`, true);
      }
    }
  };
