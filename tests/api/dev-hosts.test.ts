/** /dev answers only to its own host names, since another site can point its name to this address. */
import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true, vars: { DEV_HOSTS: '192.168.7.7,10.0.0.5' } });

/** Sends a request with a given Host header, which `fetch` cannot set. */
async function ask(address: string, host: string, path: string, method = 'GET') {
  const { port } = new URL(address);
  const asked = request({ host: '127.0.0.1', port, path, method, headers: { host } });
  asked.end();
  const [answer] = await once(asked, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode as number, text: Buffer.concat(chunks).toString() };
}

const shopAt = () => shop.stack.url;
const frontAt = () => `http://${shop.simulators.host}`;

const own = ['localhost:8787', 'localhost', '127.0.0.1:1', '[::1]:8787', '192.168.7.7:8787', '10.0.0.5'];
test.each(own)('%s is one of its own names', async (host) => {
  for (const address of [shopAt(), frontAt()])
    for (const path of ['/dev', '/dev/mail']) {
      const { status, text } = await ask(address, host, path);
      expect([address, status]).toEqual([address, 200]);
      expect(text).toContain('TEST MODE');
    }
});

test.each([
  'rebound.example:8787',
  'localhost.rebound.example',
  'rebound.example.localhost.example',
  '192.168.7.70',
  '127.0.0.1.nip.example',
])('%s is a foreign name and gets a 404', async (host) => {
  for (const path of ['/dev', '/dev/mail', '/dev/razorpay/checkout.js', '/dev/']) {
    const { status, text } = await ask(shopAt(), host, path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).not.toContain('TEST MODE');
    expect((await ask(frontAt(), host, path)).status).toBe(404);
  }
  expect((await ask(shopAt(), host, '/dev/stripe', 'POST')).status).toBe(404);
});

test('a simulator’s API does not answer to a foreign name either', async () => {
  const { MAIL_API_URL = '', MAIL_API_KEY } = shop.simulators.vars.mail;
  expect(MAIL_API_KEY).toBeTruthy();
  const { origin, pathname } = new URL(MAIL_API_URL);
  expect((await ask(origin, 'localhost', pathname, 'POST')).status).not.toBe(404);
  expect((await ask(origin, 'rebound.example', pathname, 'POST')).status).toBe(404);
});
