/** Signs in to the editor, which is on a host of its own, by the session of the desk (docs/editing.md, "Sign in"). */
import type { DeskCall } from '../lib/call.ts';
import { connectGithub, GithubFailure, type GithubRights } from '../lib/github-app.ts';
import { type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { writeAudit } from './audit.ts';

const notSetUp = refusal(
  409,
  'editor_not_set_up',
  'The editor is not connected to the shop yet. The person who set up the shop can connect it: docs/editing.md says how.',
);
const githubRefused = refusal(502, 'github', (said: string) => ({
  message: `The editor cannot be opened: ${said}.`,
}));

/** Drafts are branches and pull requests with labels; their previews are deployments. */
const rights: GithubRights = {
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  deployments: 'read',
  statuses: 'read',
};

/**
 * @property token of GitHub, for the shop's repository alone; it ends within an hour
 * @property name of the operator, for the messages of commits
 * @property origin of the editor: nobody else may get the token
 */
type Opened = { ok: true; token: string; name: string; origin: string };

/** Gives an operator a token for the editor. */
export async function openEditor({ db, operator, now, editor }: DeskCall): Promise<Opened | Refusal> {
  const url = URL.parse(editor.EDITOR_URL ?? '');
  // The path of the editor on this machine: it needs no token.
  if (!url) return notSetUp();
  try {
    const token = await connectGithub(editor)?.token(rights);
    if (!token) return notSetUp();
    await writeAudit(db, operator, { action: 'editor_opened', about: operator.id }, now);
    const { name, email } = operator;
    return { ok: true, token, name: name || email, origin: url.origin };
  } catch (error) {
    if (error instanceof GithubFailure) return githubRefused(error.message);
    throw error;
  }
}
refuses(openEditor, notSetUp, githubRefused);
