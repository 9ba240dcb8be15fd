/** The API's own list of routes, so that new ones are tested automatically. */
import { app } from '#functions/index.ts';

export type Route = { method: string; path: string };

/** Each route once, with `x` for path parameters; without middleware. */
export const apiRoutes: Route[] = [
  ...new Map(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => [`${method} ${path}`, { method, path: path.replaceAll(/:\w+/g, 'x') }]),
  ).values(),
];

/** Routes that can change data. */
export const writeRoutes: readonly Route[] = apiRoutes.filter(({ method }) => method !== 'GET');
export const readRoutes: readonly Route[] = apiRoutes.filter(({ method }) => method === 'GET');

/** Paths that the tests request as an operator. */
export const deskPath = /desk|second-factor|tracking$|move$/;
