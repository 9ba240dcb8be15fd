/** The API's own list of routes, so that a new one is tested without anybody thinking of it. */
import { app } from '#functions/index.ts';

export type Route = { method: string; path: string };

/** Each once, with `x` for whatever stands in its address; without what passes through to other rooms. */
export const apiRoutes: Route[] = [
  ...new Map(
    app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => [`${method} ${path}`, { method, path: path.replaceAll(/:\w+/g, 'x') }]),
  ).values(),
];

/** What changes something, or may. */
export const writes: readonly Route[] = apiRoutes.filter(({ method }) => method !== 'GET');
export const reads: readonly Route[] = apiRoutes.filter(({ method }) => method === 'GET');
