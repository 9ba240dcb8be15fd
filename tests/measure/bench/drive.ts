/** Sends requests to a route from many clients, each with an IP address of its own. */
import autocannon from 'autocannon';
import { Failure } from '#tools/lib/log.ts';
import { type Spread, spread } from '#tools/lib/numbers.ts';

/** Request n. */
export type LoadRequest = {
  method?: 'GET' | 'POST';
  path: string;
  token?: string | undefined;
  /** Of the database server. */
  authToken?: string | undefined;
  /** Idempotency-Key */
  key?: string;
  body?: unknown;
};

/** @property connections concurrent clients, each with one request at a time */
export type Load = { connections: number; seconds?: number; amount?: number };

/**
 * @property ms from request to response
 * @property rate responses per second
 * @property size bytes of a body
 * @property busy responses that asked to come later
 */
export type LoadResult = { ms: Spread; rate: number; size: number; busy: number; answers: number };

const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

let requests = 0;

/** Time after which a measurement ends, ms; responses until then count. */
const longest = 60_000;

/** @throws Failure when a response was neither 200 nor 503, or when there is none */
export async function runLoad(
  url: string,
  { connections, seconds, amount }: Load,
  requestOf: (n: number) => LoadRequest,
): Promise<LoadResult> {
  const times: number[] = [];
  let size = 0;
  let busy = 0;
  let refused = '';
  const options: autocannon.Options = {
    url,
    connections,
    ...(amount ? { amount } : { duration: seconds ?? 1 }),
    timeout: 30,
    requests: [
      {
        setupRequest: (request) => {
          const { method = 'GET', path, token, authToken, key, body } = requestOf(requests);
          requests += 1;
          return {
            ...request,
            method,
            path,
            headers: {
              'cf-connecting-ip': addressOf(requests),
              ...(token && { token }),
              ...(authToken && { authorization: `Bearer ${authToken}` }),
              ...(key && { 'idempotency-key': key }),
              ...(method === 'POST' && { 'content-type': 'application/json' }),
            },
            ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
          };
        },
        onResponse: (status, body) => {
          if (status === 503) {
            busy += 1;
            return;
          }
          size = Buffer.byteLength(body);
          if (status !== 200) refused ||= `${status} ${body.slice(0, 300)}`;
        },
      },
    ],
  };
  const began = performance.now();
  let ended = began;
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    running.on('response', (_client, _status, _bytes, ms) => {
      times.push(ms);
      ended = performance.now();
    });
    const tooLong = setTimeout(() => {
      if (!times.length) refused = `no answer in ${longest / 1000} s`;
      running.stop();
    }, longest);
    running.on('done', () => clearTimeout(tooLong));
  });
  if (refused || errors)
    throw new Failure(`${requestOf(0).path}: ${refused || `${errors} without an answer`}`);
  // Not Autocannon's own duration, which is in whole seconds.
  const rate = (1000 * (times.length - busy)) / (ended - began);
  return { ms: spread(times), rate, size, busy, answers: times.length };
}
