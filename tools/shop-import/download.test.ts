/**
 * Downloads from a real server of this machine. The downloader may not reach this machine, so the test replaces name
 * service and connections.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloader, hostsOf, internet, maxBytes, type Network, NoPicture } from './download.ts';

/** Addresses of hosts. */
const names: Record<string, string[]> = {
  'pictures.example': ['93.184.216.34'],
  'www.pictures.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'inside.example': ['10.0.0.5'],
  'both.example': ['93.184.216.34', '127.0.0.1'],
  'mapped.example': ['::ffff:192.168.1.1'],
  'metadata.example': ['169.254.169.254'],
  'silent.example': ['93.184.216.35'],
};

let server: Server;
let busy = 2;
const requests: string[] = [];

beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    requests.push(`${headers.host}${url}`);
    const to = new URL(url, 'http://x').searchParams.get('to');
    if (to) response.writeHead(302, { Location: to }).end();
    else if (url === '/busy' && busy-- > 0) response.writeHead(503).end();
    else if (url === '/none') response.writeHead(404).end();
    else if (url === '/claims')
      response.writeHead(200, { 'Content-Length': `${maxBytes + 1}` }).flushHeaders();
    else if (url === '/endless') {
      const part = Buffer.alloc(1 << 20);
      const send = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', send).on('error', () => {});
      send();
    } else response.end('picture');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** All public addresses but one lead to our server. */
const network: Network = {
  async resolve(host) {
    const found = names[host];
    if (!found) throw new Error('ENOTFOUND');
    return found;
  },
  open: (url, address, signal) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      if (address === '93.184.216.35') return reject(new Error('ECONNREFUSED'));
      const { port } = server.address() as AddressInfo;
      request({
        host: '127.0.0.1',
        port,
        path: url.pathname + url.search,
        headers: { Host: url.host },
        signal,
      })
        .once('response', resolve)
        .once('error', reject)
        .end();
    }),
};

const hosts = hostsOf([...Object.keys(names), 'unknown.example'].map((host) => `https://${host}/1.jpg`));
const get = downloader(hosts, network, 0);
const reason = (address: string) =>
  get(address).then(
    () => 'it came',
    (error) => (error instanceof NoPicture ? error.message : String(error)),
  );

test.each([
  ['a picture', 'https://pictures.example/1.jpg?v=1'],
  ['one whose address begins with http:', 'http://pictures.example/1.jpg'],
  ['one behind redirects within the host', 'https://pictures.example/a?to=//www.pictures.example/2.jpg'],
  ['one of a busy server, after three tries', 'https://pictures.example/busy'],
])('loads %s', async (_, address) => expect(`${await get(address)}`).toBe('picture'));

describe('refuses', () => {
  const inside = (host: string) =>
    `The host ${host} is this machine or in a private network, so it gets no request.`;
  test.each([
    ['a host in a private network', 'https://inside.example/1.jpg', inside('inside.example')],
    ['one with a private address among others', 'https://both.example/1.jpg', inside('both.example')],
    ['a private address in the form of IPv6', 'https://mapped.example/1.jpg', inside('mapped.example')],
    ['a link-local address', 'https://metadata.example/1.jpg', inside('metadata.example')],
    [
      'a host that the file does not name',
      'https://pictures.example/?to=https://evil.example/1.jpg',
      'It leads to evil.example, which the file does not name.',
    ],
    [
      'a redirect to this machine',
      'https://pictures.example/?to=https://127.0.0.1/1.jpg',
      'It leads to 127.0.0.1, which the file does not name.',
    ],
    ['a file of this machine', 'file:///etc/passwd', 'This is no address that begins with https://.'],
    [
      'a redirect to a file',
      'https://pictures.example/?to=file:///etc/passwd',
      'It leads to an address that is no web address.',
    ],
    ['a missing picture', 'https://pictures.example/none', 'The server answers 404.'],
    [
      'a picture that says it is too large',
      'https://pictures.example/claims',
      'The picture has more than 25 MB.',
    ],
    ['one that does not end', 'https://pictures.example/endless', 'The picture has more than 25 MB.'],
    ['a host without an address', 'https://unknown.example/1.jpg', 'The host unknown.example is not found.'],
  ])('%s', async (_, address, sentence) => expect(await reason(address)).toBe(sentence));

  test('an address of this machine, though the file names it', async () => {
    const ask = downloader(
      hostsOf(['https://127.0.0.1/1.jpg', 'https://[::1]/1.jpg', 'https://2130706433/']),
      network,
      0,
    );
    for (const address of ['https://127.0.0.1/1.jpg', 'https://[::1]/1.jpg', 'https://2130706433/'])
      await expect(ask(address)).rejects.toThrow('is this machine or in a private network');
  });
});

test('a host that has failed three times gets no more requests, also where several wait at once', async () => {
  const urls: string[] = [];
  const open: Network['open'] = (url, ...rest) => {
    urls.push(url.pathname);
    return network.open(url, ...rest);
  };
  const ask = downloader(new Set(['silent.example']), { ...network, open }, 0);
  const reasons = await Promise.all(
    [1, 2, 3].map((number) => ask(`https://silent.example/${number}`).catch(({ message }) => message)),
  );
  expect(reasons).toEqual(Array(3).fill('The host silent.example does not answer.'));
  await expect(ask('https://silent.example/4')).rejects.toThrow('The host silent.example does not answer.');
  expect(new Set(urls)).toEqual(new Set(['/1', '/2', '/3']));
});

test('one run loads no more than its limit', async () => {
  const ask = downloader(hosts, network, 0, { pictures: 9, bytes: 10 });
  await ask('https://pictures.example/1.jpg');
  await ask('https://pictures.example/2.jpg');
  await expect(ask('https://pictures.example/3.jpg')).rejects.toThrow('One run loads no more');
});

test('the real network connects to the address that was checked', async () => {
  const url = new URL(`https://pictures.example:${(server.address() as AddressInfo).port}/`);
  // Our server speaks no TLS, so the connection arrives and fails.
  await expect(internet.open(url, '127.0.0.1', AbortSignal.timeout(5000))).rejects.toThrow(
    /SSL|TLS|EPROTO|wrong version/i,
  );
});
