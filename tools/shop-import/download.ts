/**
 * Downloads the pictures that an export names. Its addresses are not trusted: only https, only hosts of the export, no
 * address of this machine or of a private network (also after name service and redirects), and limits of bytes, time and
 * tries.
 */
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

/** A picture cannot be loaded. The message is a sentence for the report. */
export class NoPicture extends Error {
  override name = 'NoPicture';
  /** Whether another try may succeed. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing = false) {
    super(message);
    this.isPassing = isPassing;
  }
}

/** Name service and requests; tests replace them. */
export type Network = {
  /** The addresses of a host. */
  resolve(host: string): Promise<string[]>;
  /** Requests a URL from exactly this address of its host. */
  open(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage>;
};

export const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  open: (url, address, signal) =>
    new Promise((resolve, reject) => {
      const found = [{ address, family: isIP(address) }];
      request(url, {
        signal,
        headers: { Accept: 'image/*', 'User-Agent': 'shop-import' },
        lookup: (_host, { all }, done) => (all ? done(null, found) : done(null, address, isIP(address))),
      })
        .once('response', resolve)
        .once('error', reject)
        .end();
    }),
};

/** Largest picture, bytes. */
export const maxBytes = 25 * 1024 * 1024;
/** Longest that one download may take, ms. */
const timeout = 60_000;
const maxRedirects = 4;
const tries = 3;

const withoutWww = (host: string): string => host.toLowerCase().replace(/^www\./, '');

/** The URL that is requested: `http:` and `//` become `https:`. @returns undefined for anything else */
export function pictureUrl(address: string): URL | undefined {
  const text = address.trim().replace(/^(http:)?\/\//i, 'https://');
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username || url.password ? undefined : url;
}

/** Whether an address is one of the public internet. */
function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** The hosts of addresses, without `www.`. */
export const hostsOf = (addresses: Iterable<string>): Set<string> =>
  new Set([...addresses].flatMap((address) => withoutWww(pictureUrl(address)?.hostname ?? '') || []));

async function addressOf(url: URL, network: Network): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  let all: string[];
  try {
    all = isIP(host) ? [host] : await network.resolve(host);
  } catch {
    throw new NoPicture(`The host ${host} is not found.`, true);
  }
  const [first] = all;
  if (!first || !all.every(isPublic))
    throw new NoPicture(`The host ${host} is this machine or in a private network, so it gets no request.`);
  return first;
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => {
    response.destroy();
    return new NoPicture(`The picture has more than ${maxBytes / 1024 / 1024} MB.`);
  };
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Follows redirects to a picture. */
async function get(start: URL, hosts: ReadonlySet<string>, network: Network): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeout);
  let url = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!hosts.has(withoutWww(url.hostname)))
      throw new NoPicture(`It leads to ${url.hostname}, which the file does not name.`);
    const response = await network.open(url, await addressOf(url, network), signal);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return await readAll(response);
    response.destroy();
    if (status < 300 || status > 399 || !headers.location)
      throw new NoPicture(`The server answers ${status}.`, status === 429 || status >= 500);
    const next = URL.canParse(headers.location, url)
      ? pictureUrl(new URL(headers.location, url).href)
      : undefined;
    if (!next) throw new NoPicture('It leads to an address that is no web address.');
    url = next;
  }
  throw new NoPicture(`It leads on more than ${maxRedirects} times.`);
}

/** Most that one run loads; the next run loads the rest. */
const mostAtOnce = { pictures: 20_000, bytes: 4 * 1024 ** 3 };

/** Failures in a row after which a host gets no more requests in this run. */
const mostFailures = 3;

/** @throws NoPicture */
async function getPatiently(url: URL, hosts: ReadonlySet<string>, network: Network, wait: number) {
  for (let number = 1; ; number += 1)
    try {
      return await get(url, hosts, network);
    } catch (error) {
      const failure =
        error instanceof NoPicture ? error : new NoPicture(`The host ${url.hostname} does not answer.`, true);
      if (!failure.isPassing || number === tries) throw failure;
      await sleep(wait * number);
    }
}

/**
 * Downloads pictures. A host that has failed {@link mostFailures} times in a row gets no more requests.
 * @param hosts of the export, without `www.`
 * @param wait after the first try, ms
 * @param most pictures and bytes of this run
 */
export function downloader(
  hosts: ReadonlySet<string>,
  network: Network = internet,
  wait = 1000,
  most = mostAtOnce,
) {
  const failures = new Map<string, number>();
  const loaded = { pictures: 0, bytes: 0 };
  /** @throws NoPicture */
  return async (address: string): Promise<Buffer> => {
    const url = pictureUrl(address);
    if (!url) throw new NoPicture('This is no address that begins with https://.');
    if (loaded.pictures >= most.pictures || loaded.bytes >= most.bytes)
      throw new NoPicture('One run loads no more: please run the import again for the others.');
    const host = url.hostname;
    const failed = () => failures.get(host) ?? 0;
    if (failed() >= mostFailures) throw new NoPicture(`The host ${host} does not answer.`, true);
    try {
      const picture = await getPatiently(url, hosts, network, wait);
      failures.set(host, 0);
      loaded.pictures += 1;
      loaded.bytes += picture.length;
      return picture;
    } catch (error) {
      if ((error as NoPicture).isPassing) failures.set(host, failed() + 1);
      throw error;
    }
  };
}
