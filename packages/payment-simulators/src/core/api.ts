/** A simulated API: every request is recorded, and meets the fault that was injected for it. */
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
export type Fault =
  | 'hang'
  | 'slow'
  | 'drop'
  | 'drop-after'
  | { status: number; body?: unknown; headers?: Record<string, string> };

export type FaultRule = {
  fault: Fault;
  /** `POST`; any when left out. */
  method?: string | undefined;
  /** `/v1/refunds`; `*` stands for one segment. Any when left out. */
  path?: string | RegExp | undefined;
  /** How many requests meet it: 1 when left out, `Infinity` for all. */
  times?: number;
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
export type ApiOptions = {
  name: string;
  /** Default: Idempotency-Key. */
  idempotencyHeader?: string;
  /** Default: JSON. */
  parse?(text: string): unknown;
  /** The provider's own answer with this status. */
  failure(status: number): { body: unknown; headers?: Record<string, string> };
  log(line: string): void;
};

/** The value, or the text itself when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

const toPattern = (path: string | RegExp = /^/): RegExp =>
  path instanceof RegExp ? path : new RegExp(`^${escaped(path).replaceAll('*', '[^/]+')}$`);

const fits = (rule: Pick<FaultRule, 'method' | 'path'>, { method, path }: ApiRequest): boolean =>
  (rule.method ?? method).toUpperCase() === method && toPattern(rule.path).test(path);

export type InjectedFault = {
  id: number;
  rule: FaultRule;
  /** Requests that have met it. */
  met: number;
  /** Resolves when the first request has met it. */
  arrived: Promise<void>;
  /** Resolves when it is released. */
  released: Promise<void>;
  /** Continues every waiting request and ends the fault. */
  release(): void;
};
type ActiveFault = InjectedFault & { meet(): void };

/** Like Promise.withResolvers, which Node 20 does not have. */
function newSignal(): { promise: Promise<void>; resolve(): void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Resolves with `true` when the client has given up. */
const clientGone = ({ env: { outgoing } }: Context<NodeEnv>): Promise<boolean> =>
  new Promise((resolve) => {
    if (outgoing.destroyed) resolve(true);
    else outgoing.once('close', () => resolve(true));
  });

export class Api {
  /** Every request since the start, or since the last {@link Api.forget}, oldest first. */
  readonly requests: ApiRequest[] = [];
  readonly #options: ApiOptions;
  #faults: readonly ActiveFault[] = [];
  #lastId = 0;

  constructor(options: ApiOptions) {
    this.#options = options;
  }

  /** Requests of this kind; `path` as in a {@link FaultRule}. */
  seen(method: string, path: string | RegExp): ApiRequest[] {
    return this.requests.filter((request) => fits({ method, path }, request));
  }

  /** Forgets the requests so far; the provider's data stay. */
  forget(): void {
    this.requests.length = 0;
  }

  /** Injects a fault into the next requests that fit. The oldest fault that fits is met first. */
  inject(rule: FaultRule): InjectedFault {
    const arrived = newSignal();
    const released = newSignal();
    this.#lastId += 1;
    const fault: ActiveFault = {
      id: this.#lastId,
      rule,
      met: 0,
      arrived: arrived.promise,
      released: released.promise,
      meet() {
        fault.met += 1;
        arrived.resolve();
        const holds = rule.fault === 'hang' || rule.fault === 'slow';
        if (fault.met === (rule.times ?? 1) && !holds) fault.release();
      },
      release: () => {
        this.#faults = this.#faults.filter((one) => one !== fault);
        released.resolve();
      },
    };
    this.#faults = [...this.#faults, fault];
    return fault;
  }

  /** Faults that can still be met, or hold a request. */
  get faults(): readonly InjectedFault[] {
    return this.#faults;
  }

  /** Ends all faults and continues every waiting request. */
  clearFaults(): void {
    for (const fault of this.#faults) fault.release();
  }

  async #record(c: Context<NodeEnv>): Promise<ApiRequest> {
    const { idempotencyHeader = 'idempotency-key', parse = parseJson } = this.#options;
    const request: ApiRequest = {
      method: c.req.method,
      path: c.req.path,
      idempotencyKey: c.req.header(idempotencyHeader),
      headers: c.req.header(),
      body: parse(await c.req.text()),
    };
    this.requests.push(request);
    return request;
  }

  /** Must be the first middleware of the provider's app. */
  middleware = createMiddleware<NodeEnv>(async (c, next) => {
    const request = await this.#record(c);
    const log = (result: string | number) =>
      this.#options.log(`${this.#options.name}: ${c.req.method} ${c.req.path} ${result}`);
    const injected = this.#faults.find(({ rule, met }) => met < (rule.times ?? 1) && fits(rule, request));
    injected?.meet();
    const fault = injected?.rule.fault;
    const cut = () => {
      log(`(${fault})`);
      c.env.outgoing.destroy();
      c.res = undefined;
      c.res = RESPONSE_ALREADY_SENT;
    };
    const clientGaveUp = () => Promise.race([injected?.released.then(() => false), clientGone(c)]);

    if (fault === 'drop') return cut();
    if (typeof fault === 'object') {
      request.status = fault.status;
      log(`${fault.status} (injected)`);
      const usual = this.#options.failure(fault.status);
      const headers = { ...usual.headers, ...fault.headers };
      return c.json(fault.body ?? usual.body, fault.status as 500, headers);
    }
    if (fault === 'hang' && (await clientGaveUp())) return cut();
    await next();
    if (fault === 'drop-after' || (fault === 'slow' && (await clientGaveUp()))) return cut();
    request.status = c.res.status;
    log(c.res.status);
    return undefined;
  });
}
