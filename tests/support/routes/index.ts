/**
 * The table of all routes of the API, and the API's own list. Every test that is about all routes reads it, so a new route
 * needs one entry here and nothing else.
 */
import { app } from '#functions/index.ts';
import type { ApiResponse, Client } from '../client.ts';
import { own } from '../own/routes.ts';
import { accounts } from './accounts.ts';
import { usualBadInput } from './bad-input.ts';
import { catalogue } from './catalogue.ts';
import { desk } from './desk.ts';
import { deskOrders } from './desk-orders.ts';
import { messages } from './messages.ts';
import { myAccount } from './my-account.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { phoneOrders } from './phone-orders.ts';
import { photos } from './photos.ts';
import { reviews } from './reviews.ts';
import {
  type BadRequest,
  type BadSender,
  fill,
  fillJson,
  type RouteData,
  type RouteRequest,
  type RouteTable,
  type TestRoute,
} from './route.ts';

/** The parts of the table by file, in an order in which the requests succeed. */
export const areas: Record<string, RouteTable> = {
  'catalogue.ts': catalogue,
  'reviews.ts': reviews,
  'messages.ts': messages,
  'payments.ts': payments,
  'photos.ts': photos,
  'orders.ts': orders,
  'accounts.ts': accounts,
  'my-account.ts': myAccount,
  'desk-orders.ts': deskOrders,
  'phone-orders.ts': phoneOrders,
  'desk.ts': desk,
  '../own/routes.ts': own,
};

/** By `METHOD path`. */
export const table: RouteTable = Object.assign({}, ...Object.values(areas));

/** @property path with `x` for the parameter */
export type Route = { name: string; method: string; path: string };

function toRoute(name: string): Route {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, path: path.replaceAll(/:\w+/g, 'x') };
}

/** The API's own list: each route once, without middleware. */
export const apiRoutes: readonly Route[] = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`),
  ),
].map(toRoute);

/** Routes that can change data. */
export const writeRoutes = apiRoutes.filter(({ method }) => method !== 'GET');
export const readRoutes = apiRoutes.filter(({ method }) => method === 'GET');

/** A request of a route, ready to be sent. */
export type ReadyRequest = {
  method: string;
  path: string;
  json: object | undefined;
  headers: Record<string, string>;
};

function pathOf(name: string, id: string | undefined, query = ''): string {
  const [, path = ''] = name.split(' ');
  return path.replace(/:\w+/, () => id ?? 'x') + query;
}

/** Puts the data into a request. @param name of its route */
export function prepareRequest(
  name: string,
  { id = table[name]?.id, query, json, headers = {} }: RouteRequest,
  data: RouteData,
): ReadyRequest {
  const { method } = toRoute(name);
  const path = fill(pathOf(name, id, query), data);
  return { method, path, json: fillJson(json, data), headers: fillJson(headers, data) };
}

/** Every request of the table, in its order. @property n number of the request in its route */
export const allRequests = Object.entries(table).flatMap(([name, route]) =>
  route.requests.map((request, n) => ({ name, route, request, n })),
);

/** Who sends a request of a route. */
export const senderOf = ({ may }: TestRoute, { by }: RouteRequest): 'nobody' | 'shopper' | 'operator' =>
  by ?? (may.shopper === 403 ? 'operator' : 'shopper');

/** Those who send the requests, and what these are about. */
export type RouteUsers = { nobody: () => Client; shopper: Client; operator: Client; data: RouteData };

/** Sends a request of {@link allRequests}. */
export function sendRequest(
  users: RouteUsers,
  { name, route, request }: (typeof allRequests)[number],
): Promise<ApiResponse> {
  const sender = senderOf(route, request);
  const client = sender === 'nobody' ? users.nobody() : users[sender];
  const { method, path, json, headers } = prepareRequest(name, request, users.data);
  return client.send(method, path, { json, headers });
}

/** @property path with the query; it and the body may contain values of `the` */
export type BadCase = BadRequest & {
  name: string;
  method: string;
  path: string;
  as: BadSender;
  status: number;
  code: string;
};

function usualSender({ may }: TestRoute): BadSender {
  if (may.nobody === 'in') return 'nobody';
  return may.shopper === 403 ? 'operator' : 'shopper';
}

/** All bad input of all routes. */
export const badInput: readonly BadCase[] = Object.entries(table).flatMap(([name, route]) =>
  [...usualBadInput(name, route), ...(route.bad ?? [])].map((bad) => ({
    as: usualSender(route),
    status: 422,
    code: 'invalid',
    ...bad,
    name,
    method: toRoute(name).method,
    path: pathOf(name, bad.id ?? route.id, bad.query),
  })),
);
