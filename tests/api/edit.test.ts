/** Without the editor, its URLs are like any unknown ones. */
import { expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';

const shop = useShop();

test.each(['/edit', '/edit/', '/edit/config.json', '/edit/assets/edit.js', '/edit.html'])(
  '%s is not found',
  async (path) => {
    const [answer, other] = await Promise.all([
      fetch(shop.stack.url + path),
      fetch(`${shop.stack.url}/nothing-here`),
    ]);
    expect([answer.status, await answer.text()]).toEqual([404, await other.text()]);
    for (const name of ['content-security-policy', 'cache-control', 'x-robots-tag'])
      expect([name, answer.headers.get(name)]).toEqual([name, other.headers.get(name)]);
  },
);
