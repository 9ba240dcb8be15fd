/**
 * A repository at GitHub for tests: the part of its REST API that the shop uses, with the tokens of an app, over HTTP. Commits
 * and trees are kept in memory.
 */
import { createHash, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Commit = { tree: string; parents: string[]; message: string };
type Answer = [status: number, body: object];

const repository = 'harita/shop';
const installation = 4711;
const notFound: Answer = [404, { message: 'Not Found' }];
const unauthorized: Answer = [401, { message: 'Bad credentials' }];

/** The claims of a token that the app has signed; undefined for any other. */
function claimsOf(
  token: string,
  publicKey: KeyObject,
): { iss?: string; iat: number; exp: number } | undefined {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  return isSigned ? JSON.parse(Buffer.from(claims, 'base64url').toString()) : undefined;
}

/** @param files of the first commit, by path @returns the running simulator, with the settings of a Worker that uses it */
export async function startGithub(files: Record<string, string>) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const tokens = new Map<string, number>();
  const trees = new Map<string, ReadonlyMap<string, string>>();
  const commits = new Map<string, Commit>();
  const hash = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('hex');
  const store = <T>(map: Map<string, T>, value: T, about: unknown): string => {
    const sha = hash(about);
    map.set(sha, value);
    return sha;
  };
  const treeOf = (content: ReadonlyMap<string, string>): string => store(trees, content, [...content]);
  const commitOf = (commit: Commit): string => store(commits, commit, commit);
  let head = commitOf({ tree: treeOf(new Map(Object.entries(files))), parents: [], message: 'First' });
  const calls: string[] = [];
  const filesNow = () => trees.get(commits.get(head)?.tree ?? '') ?? new Map<string, string>();

  const simulator = {
    calls,
    /** Answers every call about the repository with this, if set. */
    fault: undefined as Answer | undefined,
    /** Called before the branch moves, as if somebody else were quicker. */
    beforeMove: undefined as (() => void) | undefined,
    file: (path: string) => filesNow().get(path),
    /** Messages of the commits, the newest first. */
    messages(): string[] {
      const messages: string[] = [];
      for (let at: string | undefined = head; at; at = commits.get(at)?.parents[0])
        messages.push(commits.get(at)?.message ?? '');
      return messages;
    },
    /** Another person commits a file. */
    commit(path: string, text: string): void {
      const tree = treeOf(new Map([...filesNow(), [path, text]]));
      head = commitOf({ tree, parents: [head], message: `Change ${path}` });
    },
  };

  function answer(method: string, url: URL, bearer: string, body: Record<string, never>): Answer {
    const path = url.pathname;
    const claims = claimsOf(bearer, publicKey);
    if (path === `/repos/${repository}/installation`)
      return claims?.iss === '42' ? [200, { id: installation }] : unauthorized;
    if (path === `/app/installations/${installation}/access_tokens`) {
      if (!claims || claims.exp - claims.iat > 600) return unauthorized;
      const token = `ghs_${tokens.size}`;
      tokens.set(token, Date.now() + 3_600_000);
      return [201, { token, expires_at: new Date(Date.now() + 3_600_000).toISOString() }];
    }
    if (!tokens.has(bearer)) return unauthorized;
    if (simulator.fault) return simulator.fault;
    const [, rest] = new RegExp(`^/repos/${repository}(.*)$`).exec(path) ?? [];
    if (rest === '') return [200, { default_branch: 'main' }];
    if (rest === '/git/ref/heads/main') return [200, { ref: 'refs/heads/main', object: { sha: head } }];
    const [, commit] = /^\/git\/commits\/(\w+)$/.exec(rest ?? '') ?? [];
    if (commit) return [200, { sha: commit, tree: { sha: commits.get(commit)?.tree } }];
    const [, name] = /^\/contents\/(.+)$/.exec(rest ?? '') ?? [];
    if (name) {
      const at = commits.get(url.searchParams.get('ref') ?? head);
      const text = trees.get(at?.tree ?? '')?.get(decodeURIComponent(name));
      if (text === undefined) return notFound;
      return [200, { encoding: 'base64', content: Buffer.from(text).toString('base64'), sha: hash(text) }];
    }
    if (method === 'POST' && rest === '/git/trees') {
      const { base_tree, tree } = body as unknown as {
        base_tree: string;
        tree: { path: string; content: string }[];
      };
      const base = trees.get(base_tree) ?? new Map<string, string>();
      return [
        201,
        { sha: treeOf(new Map([...base, ...tree.map((one) => [one.path, one.content] as const)])) },
      ];
    }
    if (method === 'POST' && rest === '/git/commits')
      return [201, { sha: commitOf(body as unknown as Commit) }];
    if (method === 'PATCH' && rest === '/git/refs/heads/main') {
      simulator.beforeMove?.();
      const { sha } = body as unknown as { sha: string };
      if (!commits.get(sha)?.parents.includes(head))
        return [422, { message: 'Update is not a fast forward' }];
      head = sha;
      return [200, { ref: 'refs/heads/main', object: { sha } }];
    }
    return notFound;
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '', 'http://github');
    calls.push(`${method} ${url.pathname}`);
    const body = chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : {};
    const bearer = (headers.authorization ?? '').replace('Bearer ', '');
    const [status, said] = headers['user-agent']
      ? answer(method, url, bearer, body)
      : ([403, { message: 'Request forbidden by administrative rules.' }] as Answer);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return Object.assign(simulator, {
    vars: {
      GITHUB_APP_ID: '42',
      GITHUB_APP_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      GITHUB_REPOSITORY: repository,
      GITHUB_API_BASE: `http://127.0.0.1:${port}`,
    },
    stop: () => new Promise((stopped) => server.close(stopped)),
  });
}
export type GithubSimulator = Awaited<ReturnType<typeof startGithub>>;
