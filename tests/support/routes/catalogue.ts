/** Routes of the shop's settings, its products, and what pages report. */
import { serum, toner } from '../orders.ts';
import { filler, loneSurrogate, malformed, notFound } from './bad-input.ts';
import { anybody, plain, policyReport, queries, type RouteTable, the } from './route.ts';

const search = { q: 'rose', found: 3 };

export const catalogue: RouteTable = {
  'GET /api/store': { may: anybody, calls: 0, requests: plain, isPublic: true },
  'GET /api/health': { may: anybody, requests: plain },
  'GET /api/product/list': {
    may: anybody,
    isPublic: true,
    requests: queries('', `?ids=${serum}`, '?limit=2', '?limit=2&after=10.x', `?ids=${serum}&limit=1`),
    bad: [
      { what: '__proto__ for an id', query: '?ids=__proto__' },
      { what: 'an empty list of ids', query: '?ids=' },
      ...['0', '101', '-1', '1.5', 'many', ''].map((limit) => ({
        what: `${limit || 'nothing'} for a limit`,
        query: `?limit=${limit}`,
      })),
      { what: 'no place', query: '?after=1' },
      { what: 'a place of the desk', query: '?after=1795257777782.x' },
      { what: 'SQL for a place', query: "?after=1.x'%20OR%20'1" },
    ],
  },
  'GET /api/product/live': {
    may: anybody,
    isPublic: true,
    requests: queries(`?ids=${serum},${toner}`),
    bad: [
      { what: 'no ids' },
      { what: 'empty ids', query: '?ids=,%20,' },
      { what: 'SQL for ids', query: "?ids=x'%20OR%201=1" },
      { what: '101 ids', query: `?ids=${Array.from({ length: 101 }, (_, n) => `p${n}`)}` },
    ],
  },
  'GET /api/product/search': {
    may: anybody,
    isPublic: true,
    requests: ['', '&q=a', '&q=ro', '&q=serum', '&q=seurm', '&q=qqqqqqqq'].flatMap((q) =>
      ['relevant', 'low-high', 'high-low'].flatMap((sort) =>
        queries(`?sort=${sort}${q}`, `?sort=${sort}${q}&skin=Oily+Skin`),
      ),
    ),
    bad: [
      ...['0', '101', '-1', '1.5', 'many', ''].map((limit) => ({
        what: `${limit || 'nothing'} for a limit`,
        query: `?limit=${limit}`,
      })),
      ...['', '-1', '1.0', '1e3', '1234567', 'x'].map((after) => ({
        what: `${after || 'nothing'} for a place`,
        query: `?after=${after}`,
      })),
      { what: '101 characters', query: `?q=${filler(101)}` },
      { what: 'a skin type that there is not', query: '?skin=Blue' },
      { what: 'an order that there is not', query: '?sort=up' },
      { what: 'a text for a price', query: '?price=cheap' },
      { what: 'SQL for a brand', query: "?brand=x'%20OR%201=1" },
      { what: '21 brands', query: `?brand=${'a,'.repeat(21)}` },
      { what: 'anything but the stock', query: '?in=sale' },
    ],
  },
  'GET /api/product/sold-out': { may: anybody, isPublic: true, requests: plain },
  'GET /api/product/best-selling': { may: anybody, isPublic: true, requests: plain },
  'GET /api/product/sale-prices': { may: anybody, calls: 0, isPublic: true, requests: plain },
  'GET /api/product/:id': {
    may: anybody,
    id: serum,
    isPublic: true,
    requests: plain,
    bad: [
      { what: 'constructor for a product', id: 'constructor', ...notFound },
      { what: 'a NUL for a product', id: '%00', ...notFound },
      { what: 'a path for a product', id: '..%2F..%2Fsecret', ...notFound },
      { what: 'an id of 3,000 characters', id: filler(3000), ...notFound },
    ],
  },
  'POST /api/product/searched': {
    may: anybody,
    bodyLimit: 1,
    requests: [
      { json: search },
      { json: { ...search, clicked: toner } },
      // An email address is not counted.
      { json: { q: 'a@b.in', found: 0 }, calls: 0 },
    ],
    bad: [
      { what: '101 characters', json: { ...search, q: filler(101) } },
      { what: 'a list for a text', json: { ...search, q: ['rose'] } },
      { what: 'half a character', json: { ...search, q: loneSurrogate }, ...malformed },
      ...[-1, 1.5, 10_001, '3', null].map((found) => ({
        what: `${JSON.stringify(found)} results`,
        json: { ...search, found },
      })),
      { what: 'SQL for a product', json: { ...search, clicked: "x' OR 1=1" } },
      { what: '__proto__ for a product', json: { ...search, clicked: '__proto__' } },
    ],
  },
  'POST /api/vitals': {
    may: anybody,
    bodyLimit: 1,
    requests: [{ json: { page: 'home', values: { LCP: 900 } } }],
  },
  'POST /api/policy-report': {
    may: anybody,
    requests: [
      {
        json: policyReport('evil.example', the.shopUrl),
        headers: { 'Content-Type': 'application/csp-report' },
        status: 204,
      },
    ],
  },
};
