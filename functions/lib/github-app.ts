/**
 * Calls GitHub as an app that is installed for the repository of the shop, with the rights of its installation
 * (https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app). The key of the app never leaves the
 * Worker: GitHub gets a token that the key has signed, and answers with a token for this repository that ends after an hour.
 */

export type GithubSettings = {
  /** The number of the app, or its client id. */
  GITHUB_APP_ID?: string;
  /** Its private key: PEM in PKCS#8. Line breaks may be written as `\n`. */
  GITHUB_APP_KEY?: string;
  /** `owner/name`. */
  GITHUB_REPOSITORY?: string;
  /** URL of another server that speaks the same protocol. */
  GITHUB_API_BASE?: string;
};

/** GitHub has refused a call, or did not answer. The message is for operators, and has no secret. */
export class GithubFailure extends Error {
  override name = 'GithubFailure';
  /** Whether a later try may succeed without a change of the settings. */
  readonly isTemporary: boolean;
  /** HTTP status; undefined without an answer. */
  readonly status: number | undefined;

  constructor(message: string, isTemporary: boolean, status?: number) {
    super(message);
    this.isTemporary = isTemporary;
    this.status = status;
  }
}

/** What a token may do, by the names that GitHub has for it. The app needs these rights too. */
export type GithubRights = Record<string, 'read' | 'write'>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The repository of the shop. */
export type Github = {
  /** `owner/name` */
  repository: string;
  /**
   * A token of the installation, for another client.
   * @param rights what it may do; default: change files
   * @throws GithubFailure
   */
  token: (rights?: GithubRights) => Promise<string>;
  /**
   * Calls the API about the repository. @param path below `/repos/{owner}/{name}`, such as `/contents/README.md`
   * @returns the body of the answer
   * @throws GithubFailure for every answer that is not 2xx
   */
  call: <Answer>(method: Method, path: string, body?: object) => Promise<Answer>;
};

/** Longest that one call may take, ms. */
const callTime = 10_000;
/** Time before its end in which a token is not used any more, ms. */
const tokenMargin = 60_000;

const base64url = (bytes: ArrayBuffer | string): string => Buffer.from(bytes as string).toString('base64url');

/** The bytes of a key. @throws GithubFailure for a key in another form */
function readKey(pem: string): Uint8Array<ArrayBuffer> {
  const [, text] =
    /-{5}BEGIN PRIVATE KEY-{5}([A-Za-z\d+/=\s]+)-{5}END PRIVATE KEY-{5}/.exec(pem.replaceAll('\\n', '\n')) ??
    [];
  if (!text)
    throw new GithubFailure('GITHUB_APP_KEY is no key in PKCS#8, which begins with BEGIN PRIVATE KEY', false);
  return Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'base64'));
}

/** What the app signs to get a token: a JWT of ten minutes. @param now UTC ms */
export async function appToken(id: string, pem: string, now: number): Promise<string> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('pkcs8', readKey(pem), algorithm, false, ['sign']).catch(() => {
    throw new GithubFailure('GITHUB_APP_KEY cannot be read', false);
  });
  const seconds = Math.floor(now / 1000);
  const header = base64url(JSON.stringify({ alg: 'RS256', typ: 'JWT' }));
  // It begins a minute ago, as GitHub advises: clocks differ.
  const claims = base64url(JSON.stringify({ iat: seconds - 60, exp: seconds + 540, iss: id }));
  const signature = await crypto.subtle.sign(
    algorithm.name,
    key,
    new TextEncoder().encode(`${header}.${claims}`),
  );
  return `${header}.${claims}.${base64url(signature)}`;
}

/** Tokens of this isolate, by server, app and repository, with their end, UTC ms. */
const tokens = new Map<string, { token: string; until: number }>();

/** What GitHub says of a refused call, without anything that we sent. */
async function failureOf(response: Response, what: string): Promise<GithubFailure> {
  const { message } = ((await response.json().catch(() => null)) ?? {}) as { message?: unknown };
  const { status, headers } = response;
  const isLimited =
    status === 429 ||
    (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'));
  const said = typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
  return new GithubFailure(
    `GitHub answered ${status} to ${what}${said}`,
    isLimited || status >= 500 || [401, 408, 409].includes(status),
    status,
  );
}

/** One call. @param what it is, for the message of a failure */
async function send(url: string, what: string, method: Method, bearer: string, body?: object) {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${bearer}`,
        'Content-Type': 'application/json',
        // GitHub refuses requests without one.
        'User-Agent': 'harita',
        'X-GitHub-Api-Version': '2022-11-28',
      },
      body: body ? JSON.stringify(body) : null,
      // A redirect would get the token. GitHub sends one for a repository that was renamed.
      redirect: 'manual',
      signal: AbortSignal.timeout(callTime),
    });
  } catch {
    throw new GithubFailure('GitHub cannot be reached', true);
  }
  if (!response.ok) throw await failureOf(response, what);
  return response.json();
}

/**
 * The repository of the shop at GitHub; undefined while the settings are not there.
 * @throws GithubFailure for a repository that is not `owner/name`
 */
export function connectGithub({
  GITHUB_APP_ID: id,
  GITHUB_APP_KEY: key,
  GITHUB_REPOSITORY: repository,
  GITHUB_API_BASE: base,
}: GithubSettings): Github | undefined {
  if (!id || !key || !repository) return undefined;
  const [, name] = /^[\w.-]+\/([\w.-]+)$/.exec(repository) ?? [];
  if (!name) throw new GithubFailure('GITHUB_REPOSITORY is not in the form owner/name', false);
  const origin = base || 'https://api.github.com';
  const ofRepository = `${origin}/repos/${repository}`;
  const placeOf = (rights: GithubRights) => `${origin} ${id} ${repository} ${Object.keys(rights)}`;
  const token = async (permissions: GithubRights = { contents: 'write' }): Promise<string> => {
    const place = placeOf(permissions);
    const known = tokens.get(place);
    if (known && known.until - tokenMargin > Date.now()) return known.token;
    const signed = await appToken(id, key, Date.now());
    const installation = (await send(
      `${ofRepository}/installation`,
      'the question for the installation of the app',
      'GET',
      signed,
    )) as { id: number };
    const answer = (await send(
      `${origin}/app/installations/${installation.id}/access_tokens`,
      'the question for a token',
      'POST',
      signed,
      { repositories: [name], permissions },
    )) as { token: string; expires_at: string };
    tokens.set(place, { token: answer.token, until: Date.parse(answer.expires_at) });
    return answer.token;
  };

  return {
    repository,
    token,
    async call<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
      const bearer = await token();
      try {
        return (await send(
          ofRepository + path,
          path ? `${method} ${path.split('?')[0]}` : 'the question for the repository',
          method,
          bearer,
          body,
        )) as Answer;
      } catch (error) {
        // The installation was removed, or its rights have changed: the next call asks for a token again.
        if (error instanceof GithubFailure && error.status === 401)
          tokens.delete(placeOf({ contents: 'write' }));
        throw error;
      }
    },
  };
}
