/** Tries a deployed version of the shop: what a shopper needs first, without changing anything. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deskPath, paths, productPath } from '#lib/paths.ts';
import { Failure, type Log } from '#tools/lib/log.ts';

/**
 * @property site address of the shop @property pages folder of the built pages @property product one that the shop sells
 * @property worker its name @property version the one to try
 */
export type SmokeTest = { site: string; pages: string; product: string; worker: string; version: string };

/** A new deployment reaches all places within seconds. */
const patience = { tries: 30, pause: 2_000 };
const timeout = 20_000;

const scriptsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/\/_astro\/[\w.-]+\.js/g)].map(([path]) => path)),
];

/** @throws Failure with everything that did not answer as it should */
export async function smokeTest(
  { site, pages, product, worker, version }: SmokeTest,
  log: Log,
  { tries, pause } = patience,
): Promise<void> {
  const headers = { 'Cloudflare-Workers-Version-Overrides': `${worker}="${version}"` };
  const ask = (path: string, more: RequestInit = {}) =>
    fetch(new URL(path, site), {
      ...more,
      headers: { ...headers, ...more.headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
  const problems: string[] = [];
  const expect = async (
    path: string,
    check: (response: Response, text: string) => boolean,
    more?: RequestInit,
  ) => {
    try {
      const response = await ask(path, more);
      const text = await response.text();
      const fromVersion = response.headers.get('x-version') ?? version;
      if (check(response, text) && fromVersion === version) return;
      problems.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      problems.push(`${path}: ${(error as Error).message}`);
    }
  };

  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask('/api/store').catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok && answer.headers.get('x-version') === version) break;
    if (attempt >= tries)
      throw new Failure(
        `${site}/api/store does not answer from version ${version} (${answer?.status ?? 'no answer'}).`,
      );
    await new Promise((resolve) => setTimeout(resolve, pause));
  }

  const scripts = new Set<string>();
  for (const [path, file] of [
    [paths.home, 'index.html'],
    [paths.collection, 'collection.html'],
    [paths.cart, 'cart.html'],
    [paths.checkout, 'checkout.html'],
    [paths.login, 'login.html'],
    [deskPath, 'desk.html'],
  ] as const) {
    const own = scriptsOf(readFileSync(join(pages, file), 'utf8'));
    for (const script of own) scripts.add(script);
    await expect(path, ({ status }, text) => status === 200 && own.every((script) => text.includes(script)));
  }
  for (const script of scripts)
    await expect(
      script,
      ({ status, headers: got }) => status === 200 && /javascript/.test(got.get('content-type') ?? ''),
    );
  await expect(productPath(product), ({ status }, text) => status === 200 && text.includes('</html>'));
  await expect(
    `/api/product/list?ids=${encodeURIComponent(product)}`,
    ({ status }, text) => status === 200 && text.includes(`"${product}"`),
  );
  await expect('/api/health', ({ status }) => status === 200);
  // A body that is refused by its fields: the route runs, and nothing is written.
  await expect('/api/user/login', ({ status }) => status === 422, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (problems.length)
    throw new Failure([`Version ${version} did not answer correctly:`, ...problems].join('\n- '));
  log(`Tried: ${scripts.size + 10} requests were answered correctly.`);
}
