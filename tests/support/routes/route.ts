/**
 * What an entry of the table of routes says (index.ts has the table). The tests of authorisation, bad input, calls to the
 * database, query plans, growth, totals, the pause, unavailability and the API's document all read it.
 */
import type { RequestOptions } from '../client.ts';
import { address, serum } from '../orders.ts';

/** How the API answers one kind of caller: a status, `in`: allowed, `account`: refused since it needs an account. */
export type Access = number | 'in' | 'account';

/** Of the shopper who owns the data, another shopper, a guest and an operator. */
export type Caller = 'nobody' | 'shopper' | 'other' | 'guest' | 'operator';

/**
 * Who may use a route.
 * @property withRequest whether it depends on the route's first request: on data that this names, or on its fields
 */
export type Rights = Record<Caller, Access> & { withRequest?: true };

/** Not about any account. */
export const anybody: Rights = { nobody: 'in', shopper: 'in', other: 'in', guest: 'in', operator: 'in' };
/** About the caller's own account; a request cannot name another one. */
export const signedIn: Rights = { ...anybody, nobody: 401 };
/** The same, but not for guests. */
export const account: Rights = { ...signedIn, guest: 'account' };
/** About the shopper's own data, which others cannot find. */
export const owner: Rights = {
  nobody: 401,
  shopper: 200,
  other: 404,
  guest: 404,
  operator: 404,
  withRequest: true,
};
/** The same, but operators are allowed too. */
export const ownerOrOperator: Rights = { ...owner, operator: 200 };
/** Only for operators. */
export const operator: Rights = { nobody: 401, shopper: 403, other: 403, guest: 403, operator: 'in' };
/** The same; the first request succeeds for a new order of the shopper. */
export const operatorOfOrder: Rights = { ...operator, operator: 200, withRequest: true };

/**
 * One request. Its texts may contain values of {@link the} and {@link idIn}.
 * @property id the value of the path's parameter; default: that of the route
 * @property by who sends it; default: an operator if only they may use the route, else the shopper
 * @property status of the answer; default: 200
 * @property calls to the database; default: those of the route
 */
export type RouteRequest = {
  id?: string;
  query?: string;
  json?: object;
  headers?: Record<string, string>;
  by?: 'nobody' | 'shopper' | 'operator';
  status?: number;
  calls?: number;
};

/** Who sends the request; `dead` has signed out, `forged` has a well-formed token that was never issued. */
export type BadSender = 'nobody' | 'shopper' | 'operator' | 'dead' | 'forged';

/**
 * @property id the value of the path's parameter; default: that of the route
 * @property as default: the one who may use the route
 * @property status default: 422 @property code default: `invalid`
 * @property field the only field that is refused @property says its message, unless that is the answer's
 */
export type BadRequest = RequestOptions & {
  what: string;
  id?: string;
  query?: string;
  as?: BadSender;
  status?: number;
  code?: string;
  field?: string;
  says?: string;
};

export type TestRoute = {
  may: Rights;
  /** Calls to the database of one request; default: 1, and 2 for operators, since one call checks them first. */
  calls?: number;
  /** The value of the path's parameter in all its requests. */
  id?: string;
  /** Good requests; they are sent in the order of the table to a shop that has everything (every-route.ts). */
  requests: readonly RouteRequest[];
  /** Bad requests, besides those that every route refuses (bad-input.ts). */
  bad?: readonly BadRequest[];
  /** KiB; default: 64. */
  bodyLimit?: number;
  /** Whether it also accepts a token whose session has ended. */
  acceptsDeadTokens?: true;
  /** A POST that writes nothing. */
  reads?: true;
  /** A GET that everybody gets alike, and may keep. */
  isPublic?: true;
};

/** How many calls to the database a request makes. */
export const callsOf = (route: TestRoute, request: RouteRequest): number =>
  request.calls ?? route.calls ?? (route.may.shopper === 403 ? 2 : 1);

/** By `METHOD path`, as Hono writes it. */
export type RouteTable = Record<string, TestRoute>;

const unknownId = '6b3a1c52-5d3c-4a5e-9c51-0d6f0d7f1b11';

/** What requests refer to, with a value of the right form that the shop does not know. */
const samples = {
  /** Has been shipped. */
  order: unknownId,
  pendingOrder: unknownId,
  /** Paid, and not packed yet. */
  placedOrder: unknownId,
  /** Of another person. */
  foreignOrder: unknownId,
  /** An id that does not exist. */
  unknown: unknownId,
  /** Of the shopper. */
  email: 'nobody@example.in',
  /** Another sign-in of the shopper. */
  session: 'a'.repeat(16),
  unsubscribeToken: 'x'.repeat(22),
  /** Of a guest with an order. */
  guestToken: `guest-${'x'.repeat(43)}`,
  /** The link to the order of another guest. */
  guestLink: 'x',
  /** The token of that link, and the link of the email to a guest who chose a password. */
  linkToken: `order-${'x'.repeat(43)}`,
  claimLink: 'x',
  /** The link to the order of a guest who has the shopper's email. */
  ownLink: 'x',
  /** The link to review the serum of a delivered order of a guest. */
  reviewLink: 'x',
  /** The link to the documents of `order`. */
  documentLink: 'x',
  shopUrl: 'http://localhost',
};
export type RouteValue = keyof typeof samples;
const names = Object.keys(samples) as RouteValue[];

/** What the requests refer to; each is replaced when a request is sent. */
export const the = Object.fromEntries(names.map((name) => [name, `{${name}}`])) as Record<RouteValue, string>;
/** The id of a row of a table. */
export const idIn = (table: string): string => `{id in ${table}}`;

/** Values by the name between the braces. */
export type RouteData = Partial<Record<RouteValue, string>> & Record<`id in ${string}`, string>;

const placeholder = new RegExp(`\\{(${names.join('|')}|id in \\w+)\\}`, 'g');

/** Replaces the values of {@link the} and {@link idIn}; what `data` lacks is unknown to the shop. */
export const fill = (text: string, data: RouteData): string => {
  const values: Record<string, string> = { ...samples, ...data };
  return text.replaceAll(placeholder, (_, name: string) => values[name] ?? unknownId);
};
export const fillJson = <Json>(json: Json, data: RouteData): Json =>
  json === undefined ? json : JSON.parse(fill(JSON.stringify(json), data));

/** Requests with these bodies. */
export const sent = (...bodies: object[]): RouteRequest[] => bodies.map((json) => ({ json }));
/** Requests with these queries, such as `?show=low`, or with none. */
export const queries = (...texts: string[]): RouteRequest[] => texts.map((query) => ({ query }));
export const plain: RouteRequest[] = [{}];

/** Where a list of the desk goes on. */
export const cursor = '1795257777782.x';
/** The first and a later page of a list, and of each filter. */
export const pages = (...filters: string[]): RouteRequest[] => [
  ...queries('', `?after=${cursor}`),
  ...filters.flatMap((filter) => queries(`?${filter}`, `?${filter}&after=${cursor}`)),
];

export const items = [{ _id: serum, quantity: 1 }];
export const order = { items, address, amount: 599 };

/** A browser's report that the payment page's policy has blocked a script of this host. */
export const policyReport = (host: string, origin: string) => ({
  'csp-report': {
    'document-uri': `${origin}/checkout`,
    'violated-directive': 'script-src-elem',
    'blocked-uri': `https://${host}/a.js`,
  },
});
