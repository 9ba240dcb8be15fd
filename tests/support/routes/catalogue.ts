/** Routes of the shop's settings, its products, and what pages report. */
import { serum, toner } from '../orders.ts';
import { filler, json, loneSurrogate, malformed, notFound, notJson, tooLarge } from './bad-input.ts';
import { anybody, plain, policyReport, queries, type RouteTable, the } from './route.ts';

const report = { 'Content-Type': 'application/csp-report' };
const reports = { 'Content-Type': 'application/reports+json' };
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
      { what: '151 ids', query: `?ids=${Array.from({ length: 151 }, (_, n) => `p${n}`)}` },
    ],
  },
  'GET /api/product/cards': {
    may: anybody,
    isPublic: true,
    requests: queries(`?ids=${toner},${serum},velvet-tint--plum,gone`),
    bad: [
      { what: 'no ids' },
      { what: 'SQL for ids', query: "?ids=x'%20OR%201=1" },
      { what: '101 ids', query: `?ids=${Array.from({ length: 101 }, (_, n) => `p${n}`)}` },
    ],
  },
  /** Before the search, which asks once more where it does not know what the desk has changed. */
  'GET /api/product/sale-prices': { may: anybody, isPublic: true, requests: plain },
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
      { what: '161 characters', query: `?q=${filler(161)}` },
      { what: 'a skin type that there is not', query: '?skin=Blue' },
      { what: 'an order that there is not', query: '?sort=up' },
      ...[
        "brand=x'%20OR%201=1",
        'brand=a%20b',
        'brand=<b>',
        `brand=${'a,'.repeat(21)}`,
        `category=${'a'.repeat(2_001)}`,
        'price=cheap',
        'price=1.5-2',
        'price=-',
        'price=1-2-3',
        'size=30ml',
        'in=sale',
        'counts=2',
        'with=No%20such',
        'with=a/b',
        'free=water',
        'free=fragrance,water',
        `free=${'fragrance,'.repeat(30)}`,
      ].map((query) => ({ what: query, query: `?${query}` })),
    ],
  },
  'GET /api/product/sold-out': { may: anybody, isPublic: true, requests: plain },
  'GET /api/product/best-selling': { may: anybody, isPublic: true, requests: plain },
  'GET /api/product/best-rated': { may: anybody, isPublic: true, requests: plain },
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
      { what: '161 characters', json: { ...search, q: filler(161) } },
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
    bad: [
      { what: 'an address for a kind of page', json: { page: '/account', values: { LCP: 1 } } },
      { what: 'a name that is no measure', json: { page: 'home', values: { email: 1 } } },
      { what: 'a negative time', json: { page: 'home', values: { LCP: -1 } } },
      { what: 'text for a time', json: { page: 'home', values: { LCP: '900' } } },
      { what: 'more than an hour', json: { page: 'home', values: { LCP: 3_600_001 } } },
    ],
  },
  'POST /api/policy-report': {
    may: anybody,
    requests: [{ json: policyReport('evil.example', the.shopUrl), headers: report, status: 204 }],
    bad: [
      { what: 'another content type', json: [], headers: json, ...notJson },
      { what: 'a form', json: 'x', headers: { 'Content-Type': 'text/plain' }, ...notJson },
      { what: 'a text', json: 'x', headers: reports },
      { what: 'nothing that is known', json: {}, headers: report },
      { what: 'a report without a page', json: { 'csp-report': {} }, headers: report },
      { what: 'more than 64 KB', json: ['x'.repeat(70_000)], headers: reports, ...tooLarge },
    ],
  },
};
