/**
 * Makes a provider's API fail on demand. Every request passes here first, is recorded, and meets the trouble that was
 * requested for it.
 */
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { NodeEnv } from './server.ts';

/**
 * `hang`: nothing is done and nothing answered until released (then it goes on as usual) or until the
 * client gives up. `slow`: the work is done at once, the answer waits until released. `drop`: the
 * connection is cut before anything is done. `drop-after`: the work is done, the answer never arrives.
 * A status: that answer at once, nothing done; in the provider's own error shape unless `body` is given.
 */
export type FailureMode =
  | 'hang'
  | 'slow'
  | 'drop'
  | 'drop-after'
  | { status: number; body?: unknown; headers?: Record<string, string> };

export type TroubleRequest = {
  how: FailureMode;
  /** `POST`; any when left out. */
  method?: string;
  /** `/v1/refunds`; `*` stands for one segment. Any when left out. */
  path?: string | RegExp;
  /** How many requests meet it: 1 when left out, `Infinity` for all. */
  times?: number;
};

export type Trouble = TroubleRequest & {
  id: number;
  /** Requests that have met it. */
  met: number;
  /** Resolves when the first request has met it. */
  arrived: Promise<void>;
  /** Continues every waiting request and ends the trouble. */
  release(): void;
};

export type ApiRequest = {
  method: string;
  path: string;
  /** From the provider's own header. */
  idempotencyKey: string | undefined;
  headers: Record<string, string>;
  /** As the provider reads it: parsed JSON or form fields. */
  body: unknown;
  /** The response; missing while the request is in progress, or if there was none. */
  status?: number;
};

/** The differences between providers. */
export type ApiDescription = {
  name: string;
  /** The header that a key for safe repetition comes in. */
  idempotencyHeader: string;
  parse(text: string): unknown;
  /** The provider's own answer with this status. */
  failure(status: number): { body: unknown; headers?: Record<string, string> };
  log(line: string): void;
};

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

const toPattern = (path: string | RegExp | undefined): RegExp =>
  path instanceof RegExp ? path : new RegExp(path ? `^${escaped(path).replaceAll('*', '[^/]+')}$` : '');

/** Resolves with `true` when the client has given up. */
const clientGone = (c: Context<NodeEnv>): Promise<boolean> =>
  new Promise((resolve) => {
    const { outgoing } = c.env;
    if (outgoing.destroyed) resolve(true);
    else outgoing.once('close', () => resolve(true));
  });

type ActiveTrouble = {
  trouble: Trouble;
  left: number;
  pattern: RegExp;
  met(): void;
  released: Promise<void>;
};

export class Api {
  /** Every request since the start, or since the last {@link Api.forget}, oldest first. */
  readonly requests: ApiRequest[] = [];
  readonly #manner: ApiDescription;
  #troubles: ActiveTrouble[] = [];
  #ids = 0;

  constructor(manner: ApiDescription) {
    this.#manner = manner;
  }

  /** Requests of this kind; `path` as in a {@link TroubleRequest}. */
  seen(method: string, path: string | RegExp): ApiRequest[] {
    const pattern = toPattern(path);
    return this.requests.filter((request) => request.method === method && pattern.test(request.path));
  }

  /** Forgets the requests so far; the provider's data stay. */
  forget(): void {
    this.requests.length = 0;
  }

  /** Orders trouble for the next requests that fit; the oldest order that fits is met first. */
  trouble(order: TroubleRequest): Trouble {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    this.#ids += 1;
    const trouble: Trouble = {
      ...order,
      id: this.#ids,
      met: 0,
      arrived: arrived.promise,
      release: () => {
        this.#troubles = this.#troubles.filter((one) => one.trouble !== trouble);
        released.resolve();
      },
    };
    const { times: left = 1, path } = order;
    const met = () => arrived.resolve();
    this.#troubles.push({ trouble, left, pattern: toPattern(path), met, released: released.promise });
    return trouble;
  }

  /** Trouble that is still ordered, or holds something. */
  get troubles(): readonly Trouble[] {
    return this.#troubles.map(({ trouble }) => trouble);
  }

  /** Ends all trouble and continues every waiting request. */
  calm(): void {
    for (const { trouble } of this.#troubles) trouble.release();
  }

  #next({ method, path }: ApiRequest): ActiveTrouble | undefined {
    const next = this.#troubles.find(
      ({ left, pattern, trouble }) =>
        left > 0 && pattern.test(path) && (trouble.method ?? method).toUpperCase() === method,
    );
    if (!next) return undefined;
    next.left -= 1;
    next.trouble.met += 1;
    const { how } = next.trouble;
    const holds = how === 'hang' || how === 'slow';
    if (next.left === 0 && !holds) next.trouble.release();
    return next;
  }

  async #record(c: Context<NodeEnv>): Promise<ApiRequest> {
    const request: ApiRequest = {
      method: c.req.method,
      path: c.req.path,
      idempotencyKey: c.req.header(this.#manner.idempotencyHeader),
      headers: c.req.header(),
      body: this.#manner.parse(await c.req.text()),
    };
    this.requests.push(request);
    return request;
  }

  #answer(c: Context<NodeEnv>, how: Exclude<FailureMode, string>): Response {
    const usual = this.#manner.failure(how.status);
    for (const [name, value] of Object.entries({ ...usual.headers, ...how.headers })) c.header(name, value);
    return c.json(how.body ?? usual.body, how.status as 500);
  }

  /** Must be the first middleware of the provider's app. */
  middleware = createMiddleware<NodeEnv>(async (c, next) => {
    const request = await this.#record(c);
    const line = (what: string) =>
      this.#manner.log(`${this.#manner.name}: ${c.req.method} ${c.req.path} ${what}`);
    const active = this.#next(request);
    active?.met();
    const how = active?.trouble.how;
    const cut = () => {
      line(`(${how})`);
      c.env.outgoing.destroy();
      c.res = undefined;
      c.res = RESPONSE_ALREADY_SENT;
    };
    const clientGaveUp = () => Promise.race([active?.released.then(() => false), clientGone(c)]);

    if (how === 'drop') return cut();
    if (typeof how === 'object') {
      const response = this.#answer(c, how);
      request.status = response.status;
      line(`${response.status} (as ordered)`);
      return response;
    }
    if (how === 'hang' && (await clientGaveUp())) return cut();
    await next();
    if (how === 'drop-after' || (how === 'slow' && (await clientGaveUp()))) return cut();
    request.status = c.res.status;
    line(String(c.res.status));
    return undefined;
  });
}
