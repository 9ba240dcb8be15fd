/** The editor as it is on a host of its own: people sign in by the desk, and nothing but GitHub's API is requested elsewhere. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { cmsConfig } from '#tools/edit/config.ts';
import { parts } from '#tools/lib/build.ts';
import { browserTest } from './browser-test.ts';
import { becomes, see } from './visitor.ts';

// The shop builds the editor's files, which are served here under the editor's own name.
const { visit, test } = browserTest({ editor: true });

const editor = 'https://edit.harita.example';
const shop = 'https://harita.example';
const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/** The headers that `_headers` gives every file. */
const headers = Object.fromEntries(
  [...readFileSync('tools/edit/public/_headers', 'utf8').matchAll(/^ {2}([A-Z][\w-]+): (.*)$/gm)]
    .filter(([, name]) => name !== 'Cache-Control')
    .map(([, name = '', value = '']) => [name, value]),
);

/** What the sign-in window of the shop does (src/desk/editor), without the shop. */
const signInWindow = `<!doctype html><script>
  opener.postMessage('authorization:github:success:' + JSON.stringify({ provider: 'github', token: 'ghs_1', refreshToken: 'desk', name: 'Meera Iyer' }), '${editor}');
</script>`;

test('an operator is signed in by the window of the shop; the editor then asks GitHub alone, with the token of the app', async () => {
  const { page, context, expectConsole } = await visit(1280);
  const toGithub: string[] = [];
  const elsewhere: string[] = [];
  await context.route('**/*', async (route, request) => {
    const { origin, pathname, href } = new URL(request.url());
    if (origin === editor) {
      const file = join(parts.editor.folder, pathname === '/edit' ? 'edit.html' : pathname);
      if (pathname === '/edit/config.json')
        return route.fulfill({ json: cmsConfig('harita/shop', shop, true) });
      if (!existsSync(file)) return route.fulfill({ status: 404 });
      const contentType = types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
      return route.fulfill({
        body: readFileSync(file),
        contentType,
        headers: { ...headers, 'Content-Type': contentType },
      });
    }
    if (href.startsWith(`${shop}/editor?`))
      return route.fulfill({ body: signInWindow, contentType: 'text/html' });
    if (origin !== 'https://api.github.com') {
      elsewhere.push(href);
      return route.abort();
    }
    toGithub.push(`${request.method()} ${pathname} ${request.headers().authorization}`);
    return route.fulfill({
      json: { data: { repository: null } },
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
    });
  });
  expectConsole('Failed to retrieve the last commit hash');
  await page.goto(`${editor}/edit`);
  const button = page.getByRole('button', { name: 'Sign in with your account of the desk' });
  await see(button);
  await button.click();
  await becomes(() => toGithub.some((one) => one === 'POST /graphql token ghs_1'), true);
  expect(toGithub.filter((one) => !/^(?:POST|OPTIONS) \/graphql/.test(one))).toEqual([]);
  await see(page.getByText(/repository doesn’t exist/));
  expect(elsewhere).toEqual([]);
});
