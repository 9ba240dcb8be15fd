/** The Worker: `/api`, product pages that are not in the build, videos, and the scheduled job. */
import { type Context, Hono } from 'hono';
import { loopback } from '#lib/loopback.ts';
import { paths } from '#lib/paths.ts';
import { dispatchAfterResponse } from './http/dispatch-emails.ts';
import type { Bindings, Env } from './http/env.ts';
import { handleError } from './http/handle-error.ts';
import { logRequests } from './http/log-requests.ts';
import { methodNotAllowed } from './http/methods.ts';
import {
  apiHeaders,
  countHashes,
  floodGuard,
  prepareRequest,
  privateByDefault,
  writeGuard,
} from './http/middleware.ts';
import { refuseSwitchedOff } from './http/switched-off.ts';
import { runJobs } from './jobs/run.ts';
import { own } from './own/routes.ts';
import { feed } from './pages/feed.ts';
import { notFoundPage, productPage } from './pages/product.ts';
import { reviewsPage } from './pages/reviews.ts';
import { video } from './pages/video.ts';
import { account } from './routes/account.ts';
import { cart } from './routes/cart.ts';
import { contact, newsletter, stockAlerts, unsubscribe } from './routes/contact.ts';
import { deskApi } from './routes/desk/index.ts';
import { documents } from './routes/documents.ts';
import { emailLinks } from './routes/email-links.ts';
import { guest, linkedOrders } from './routes/guest.ts';
import { orders } from './routes/order.ts';
import { webhooks } from './routes/payments.ts';
import { photos } from './routes/photos.ts';
import { preview } from './routes/preview/index.ts';
import { product } from './routes/product.ts';
import { policy, searched, vitals } from './routes/reports.ts';
import { reviews } from './routes/reviews.ts';
import { secondFactor } from './routes/second-factor.ts';
import { shop } from './routes/shop.ts';
import { user } from './routes/user.ts';
import { wishlist } from './routes/wishes.ts';
import { connectServices } from './services.ts';

/**
 * Whether a request uses a name of this machine. This refuses DNS rebinding: a foreign page whose name points to this
 * machine passes every other check.
 * @param url of the request, with any port
 * @param more further allowed names, separated by commas
 */
const isLocalHost = (url: string, more = ''): boolean =>
  [...loopback, ...more.split(',')].includes(new URL(url).hostname);

/** The editor's files under `npm start`. In production, and for unknown files, the shop's 404. */
async function editor(c: Context<Env>): Promise<Response> {
  const response = await c.env.EDITOR?.fetch(c.req.raw);
  return response && response.status !== 404 ? response : notFoundPage(c);
}

/** Pages below /dev under `npm start`. In production, and for a host name that is not local, the shop's 404. */
const dev = async (c: Context<Env>): Promise<Response> =>
  c.env.DEV && isLocalHost(c.req.url, c.env.DEV_HOSTS) ? c.env.DEV.fetch(c.req.raw) : notFoundPage(c);

/** Exported for tests that read the list of routes. */
export const app = new Hono<Env>();
app.onError(handleError);
app.use(prepareRequest(connectServices), dispatchAfterResponse);
app.use('/api/*', logRequests, apiHeaders, countHashes, privateByDefault, floodGuard, writeGuard);
refuseSwitchedOff(app, notFoundPage);

const api = app
  .route('/api', shop)
  .route('/api/user', user)
  .route('/api/user', guest)
  .route('/api/user', emailLinks)
  .route('/api/user', account)
  .route('/api/user/second-factor', secondFactor)
  // Before the product's own routes, which answer with an ETag and may be cached.
  .route('/api/product/searched', searched)
  .route('/api/product/stock-alerts', stockAlerts)
  .route('/api/product', product)
  .route('/api/cart', cart)
  .route('/api/wishlist', wishlist)
  .route('/api/order', orders)
  .route('/api/order', linkedOrders)
  .route('/api/order', documents)
  .route('/api/reviews', reviews)
  .route('/api/photos', photos)
  .route('/api/contact', contact)
  .route('/api/subscribe', newsletter)
  .route('/api/unsubscribe', unsubscribe)
  .route('/api/webhooks', webhooks)
  .route('/api/desk', deskApi)
  .route('/api/vitals', vitals)
  .route('/api/policy-report', policy)
  .route('/api/own', own);

app.all('/api/*', methodNotAllowed(app));
app.all('/dev/*', dev);
app.all('/dev', dev);
app.get('/edit', editor);
app.on(['GET', 'PUT', 'DELETE'], '/edit/*', editor);
app.route('/feed.xml', feed);
// Password managers ask for it (w3.org/TR/change-password-url).
app.get('/.well-known/change-password', (c) => c.redirect(paths.account));
app.get('/product/:id', productPage);
app.get('/product/:id/reviews', reviewsPage);
app.get('/_astro/*', video);
app.notFound(notFoundPage);

/** The API as types, for `src/lib/api.ts`. */
export type Api = typeof api;

export default {
  fetch: (request, env, context) => (env.PREVIEW ? preview : app).fetch(request, env, context),
  scheduled: async (_event, env) => {
    if (!env.PREVIEW) await runJobs(env);
  },
} satisfies ExportedHandler<Bindings>;
