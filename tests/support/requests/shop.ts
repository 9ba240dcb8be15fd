/** Requests of the catalogue, reviews, messages and reports. */
import { cream, serum, toner } from '../orders.ts';
import { at, now, plain, policyReport, type Requests, sent } from './values.ts';

export const shop: Requests = {
  'GET /api/health': () => plain,
  'GET /api/product/list': () =>
    at('product/list', '', `?ids=${serum}`, '?limit=2', '?limit=2&after=10.x', `?ids=${serum}&limit=1`),
  'GET /api/product/live': () => at('product/live', `?ids=${serum},${toner}`),
  'GET /api/product/x': () => at('product', `/${serum}`),
  'GET /api/product/search': () =>
    ['', '&q=a', '&q=ro', '&q=serum', '&q=seurm', '&q=qqqqqqqq'].flatMap((q) =>
      ['relevant', 'low-high', 'high-low'].flatMap((sort) =>
        at('product/search', `?sort=${sort}${q}`, `?sort=${sort}${q}&skin=Oily+Skin`),
      ),
    ),
  'GET /api/reviews/x': () =>
    at(
      `reviews/${serum}`,
      ...['', `?before=${now}`, '?rating=4', '?skin=Dry+Skin', '?verified=true', '?answered=true'],
      ...['highest', 'lowest'].flatMap((sort) =>
        ['', '&before=3.1795257777782.x', '&rating=4&before=4.1795257777782.x', '&skin=Dry+Skin'].map(
          (more) => `?sort=${sort}${more}`,
        ),
      ),
    ),
  'GET /api/reviews/counts': () => plain,
  'GET /api/reviews/x/ratings': () => at(`reviews/${serum}/ratings`, ''),
  'POST /api/contact/submit': ({ email }) => sent({ name: 'A', email, subject: 'Help', message: 'Where?' }),
  'POST /api/subscribe': () => sent({ email: 'new@example.in' }, { email: 'new@example.in' }),
  'POST /api/unsubscribe': ({ unsubscribe }) => [{ path: `/api/unsubscribe${unsubscribe}`, json: {} }],
  'POST /api/vitals': () => sent({ page: 'home', values: { LCP: 900 } }),
  'POST /api/product/searched': () => sent({ q: 'rose', found: 3 }, { q: 'rose', found: 3, clicked: toner }),
  'POST /api/policy-report': ({ shopUrl }) => [
    { json: policyReport('evil.example', shopUrl), headers: { 'Content-Type': 'application/csp-report' } },
  ],
  'POST /api/reviews/x': ({ reviewLink: link }) => [
    { path: `/api/reviews/${cream}`, json: { rating: 5, comment: 'Good' } },
    { path: `/api/reviews/${serum}`, json: { rating: 5, comment: 'Good', link } },
  ],
  'POST /api/reviews/x/mine': ({ reviewLink: link }) => [
    { path: `/api/reviews/${cream}/mine`, json: {} },
    { path: `/api/reviews/${serum}/mine`, json: { link } },
  ],
  'POST /api/reviews/x/objection': ({ reviewLink: link }) => [
    { path: `/api/reviews/${cream}/objection`, json: { text: 'Why?' } },
    { path: `/api/reviews/${serum}/objection`, json: { text: 'Why?', link } },
  ],
  'DELETE /api/reviews/x': ({ reviewLink: link }) => [
    { path: `/api/reviews/${cream}`, json: {} },
    { path: `/api/reviews/${serum}`, json: { link } },
  ],
  'POST /api/reviews/report': ({ reviewId }) => sent({ reviewId, reason: 'spam' }),
};
