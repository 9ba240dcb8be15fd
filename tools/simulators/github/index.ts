/**
 * A simulator for GitHub's API, as far as the CMS speaks to it: signing in with an access token, reading a
 * repository, committing to a branch, pull requests with labels, and what a pipeline reports about them.
 * https://docs.github.com/en/rest and .../graphql
 */
import { type Context, Hono } from 'hono';
import { runQuery } from './graphql.ts';
import { blobSha, type Files, Repository } from './repository.ts';

/** The key that opens it; any other is refused. */
export const accessToken = 'github_pat_standin_asha';

const person = {
  id: 1,
  login: 'asha',
  name: 'Asha Rao',
  email: 'asha@harita.example',
  avatar_url: '',
  html_url: 'https://github.com/asha',
};

export type GitHost = { repository: Repository; fetch: (request: Request) => Response | Promise<Response> };

/** @param files what the repository holds, by path */
export function newGitHost(files: Files): GitHost {
  const repository = new Repository(files);
  const app = new Hono();
  const pullOf = (c: Context) => repository.pull(Number(c.req.param('number')));
  const shown = (c: Context) => {
    const { number, title, branch, createdAt, labels } = pullOf(c);
    return {
      number,
      title,
      node_id: `PR_${number}`,
      html_url: `https://github.com/harita/shop/pull/${number}`,
      head: { sha: repository.branches.get(branch)?.sha },
      created_at: createdAt,
      updated_at: createdAt,
      labels: labels.map((name) => ({ name })),
    };
  };

  app.onError((error, c) => c.json({ message: error.message }, 422));
  app.notFound((c) => c.json({ message: `unknown: ${c.req.method} ${c.req.path}` }, 404));
  app.use(async (c, next) => {
    const [, key] = /^(?:token|bearer) (.*)$/i.exec(c.req.header('Authorization') ?? '') ?? [];
    return key === accessToken ? next() : c.json({ message: 'Bad credentials' }, 401);
  });

  app.get('/user', (c) => c.json(person));
  app.post('/graphql', async (c) => {
    const { query, variables } = await c.req.json();
    try {
      return c.json({ data: runQuery(repository, query, variables) });
    } catch (error) {
      return c.json({ errors: [{ message: (error as Error).message }] });
    }
  });

  const repo = app.basePath('/repos/:owner/:repo');
  repo.get('/collaborators/:login', (c) => c.body(null, 204));
  repo.get('/git/trees/:name', (c) => {
    const tree = [...repository.main.files].map(([path, bytes]) => ({
      type: 'blob',
      path,
      sha: blobSha(bytes),
      size: bytes.length,
    }));
    return c.json({ tree });
  });
  repo.get('/git/blobs/:sha', (c) => {
    const bytes = repository.blob(c.req.param('sha'));
    return bytes
      ? c.body(new Uint8Array(bytes), 200, { 'Content-Type': 'application/octet-stream' })
      : c.notFound();
  });
  repo.post('/pulls', async (c) => {
    const { title, head, draft } = await c.req.json();
    const { number } = repository.open(title, head, draft);
    return c.json({
      number,
      node_id: `PR_${number}`,
      title,
      html_url: `https://github.com/harita/shop/pull/${number}`,
      head: { sha: repository.branch(head).sha },
      created_at: repository.pull(number).createdAt,
      updated_at: repository.pull(number).createdAt,
    });
  });
  repo.get('/issues/:number', (c) => c.json(shown(c)));
  repo.on(['POST', 'PATCH'], ['/issues/:number/labels', '/issues/:number'], async (c) => {
    const { labels } = await c.req.json();
    pullOf(c).labels = labels;
    return c.json(shown(c));
  });
  repo.put('/pulls/:number/merge', (c) => {
    repository.merge(pullOf(c));
    return c.json({ merged: true });
  });
  repo.patch('/pulls/:number', (c) => {
    pullOf(c).state = 'closed';
    return c.json(shown(c));
  });
  repo.delete('/git/refs/heads/*', (c) => {
    repository.branches.delete(decodeURIComponent(c.req.path.split('/git/refs/heads/')[1] ?? ''));
    return c.body(null, 204);
  });
  return { repository, fetch: app.fetch };
}
