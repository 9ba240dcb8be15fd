/**
 * Permissions (docs/behaviour.md, "Lists and changes", "API answers"): each route of the API is requested without a
 * session, by the shopper who owns the data, by another shopper, by a guest and by an operator. A new route without a
 * row fails, and so does a row without a route.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { attempts, documents, orders } from '#db/schema/index.ts';
import { type Client, inBatches } from '../support/client.ts';
import { creditNoteRow, invoiceRow } from '../support/documents.ts';
import { newGuest } from '../support/guests.ts';
import { address, orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { apiRoutes } from '../support/routes.ts';
import { anotherSession, insertAccounts, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop();
/** The shopper's data. */
type Theirs = { orderId: string; addressId: string; sessionId: string };
type Asked = { json?: object; path?: string };
type Who = 'nobody' | 'shopper' | 'other' | 'guest' | 'operator';
/** `account`: refused since it needs an account. */
type Wanted = number | 'in' | 'account';
/** Statuses, or `in`: the request is authorised, though it may fail for another reason. */
type Row = Record<Who, Wanted> & { ask?: (theirs: Theirs) => Asked };

/** Not about any account. */
const open: Row = { nobody: 'in', shopper: 'in', other: 'in', guest: 'in', operator: 'in' };
/** About the caller's own account; a request cannot name another one. */
const signedIn: Row = { nobody: 401, shopper: 'in', other: 'in', guest: 'in', operator: 'in' };
/** The same, but not for guests. */
const account: Row = { ...signedIn, guest: 'account' };
/** About the shopper's own data, which others cannot find. */
const owners = (ask: Row['ask']): Row => ({
  nobody: 401,
  shopper: 200,
  other: 404,
  guest: 404,
  operator: 404,
  ask,
});
/** The same, but operators are allowed too. */
const ownersAndOperators = (ask: Row['ask']): Row => ({ ...owners(ask), operator: 200 });
/** Only for operators. */
const operators: Row = { nobody: 401, shopper: 403, other: 403, guest: 403, operator: 'in' };

const order = ({ orderId }: Theirs) => ({ json: { orderId } });

const rows: Record<string, Row> = {
  ...all(
    open,
    'GET /api',
    'store',
    'health',
    'product/list',
    'product/live',
    'product/x',
    'product/search',
    'unsubscribe',
  ),
  ...all(open, 'GET /api/reviews', 'x', 'x/ratings', 'counts'),
  'POST /api/reviews/report': open,
  ...all(open, 'POST /api/user', 'register', 'login', 'forgot', 'reset', 'email/confirm', 'guest'),
  // With a link or a guest's session (guest.test.ts).
  ...all(open, 'POST /api', 'user/claim', 'order/open', 'order/track'),
  ...all(
    open,
    'POST /api',
    'order/quote',
    'contact/submit',
    'subscribe',
    'unsubscribe',
    'vitals',
    'policy-report',
    'product/searched',
  ),
  // Authorised by the provider's signature (webhooks.test.ts).
  ...all(open, 'POST /api/webhooks', 'stripe', 'razorpay'),

  ...all(signedIn, 'GET /api/user', 'me', 'addresses'),
  'POST /api/user/logout': signedIn,
  'GET /api/user/sessions': account,
  ...all(account, 'POST /api/user', 'name', 'password', 'email', 'sessions/end-others', 'delete'),
  ...all(account, 'POST /api/user', 'verify/send', 'export'),
  'POST /api/order/join': account,
  ...all(signedIn, 'POST /api/cart', 'get', 'add', 'update', 'reset'),
  ...all(signedIn, 'POST /api/order', 'place', 'stripe', 'razorpay', 'userorders'),
  // Also with a link (review-links.test.ts).
  ...all(account, 'POST /api/reviews', 'x/mine'),
  'DELETE /api/reviews/x': account,
  'POST /api/reviews/x': { ...account, ask: () => ({ json: { rating: 5, comment: 'Good' } }) },
  'POST /api/reviews/x/objection': { ...account, ask: () => ({ json: { text: 'Why?' } }) },

  'POST /api/user/addresses': owners(({ addressId: id }) => ({ json: { ...address, id } })),
  'POST /api/user/addresses/remove': owners(({ addressId: id }) => ({ json: { id } })),
  'POST /api/user/sessions/end': { ...owners(({ sessionId: id }) => ({ json: { id } })), guest: 'account' },
  'POST /api/order/pay': { ...owners(order), shopper: 409 },
  'POST /api/order/cancel': ownersAndOperators(order),
  'POST /api/order/correct': ownersAndOperators(({ orderId }) => ({ json: { orderId, address } })),
  'GET /api/order/tracking-info/x': owners(({ orderId }) => ({
    path: `/api/order/tracking-info/${orderId}`,
  })),
  'POST /api/order/verifyStripe': {
    ...owners(({ orderId }) => ({ json: { orderId, success: true } })),
    shopper: 'in',
  },
  'POST /api/order/verifyRazorpay': signedIn,

  'POST /api/order/document': ownersAndOperators(order),
  'POST /api/order/document.pdf': ownersAndOperators(order),

  // Of one order, in this order.
  'POST /api/desk/orders/x/note': {
    ...operators,
    operator: 200,
    ask: ({ orderId }) => ({ path: `/api/desk/orders/${orderId}/note`, json: { note: 'Call', seen: 1 } }),
  },
  'POST /api/order/undo': { ...operators, operator: 409, ask: ({ orderId }) => ({ json: { orderId } }) },
  'POST /api/order/move': {
    ...operators,
    operator: 200,
    ask: ({ orderId }) => ({ json: { orderId, status: 'Packing' } }),
  },
  'POST /api/order/update-tracking': {
    ...operators,
    operator: 200,
    ask: ({ orderId }) => ({ json: { orderId, trackingId: 'A1', courierPartner: 'DTDC' } }),
  },
  ...all(
    operators,
    'GET /api/desk',
    'today',
    'waiting',
    'menu',
    'audit',
    'speed',
    'searches',
    'stock',
    'stock/x',
    'reviews',
    'coupons',
  ),
  ...all(
    operators,
    'GET /api/desk',
    'orders',
    'bulk',
    'shipping/couriers',
    'refunds',
    'tickets',
    'tickets/x',
    'subscribers',
  ),
  'GET /api/desk/orders/x': {
    ...operators,
    operator: 200,
    ask: ({ orderId }) => ({ path: `/api/desk/orders/${orderId}` }),
  },
  'POST /api/desk/bulk/move': {
    ...operators,
    operator: 200,
    ask: ({ orderId }) => ({ json: { orders: [{ orderId, seen: 0 }], status: 'Packing' } }),
  },
  'POST /api/desk/bulk/ship': {
    ...operators,
    operator: 200,
    ask: ({ orderId }) => ({
      json: { orders: [{ orderId, seen: 0, trackingId: '100000001' }], courierPartner: 'Delhivery' },
    }),
  },
  'POST /api/desk/bulk/reported': {
    ...operators,
    operator: 200,
    ask: ({ orderId }) => ({
      json: {
        orders: [{ orderId, seen: 0, state: 'undelivered', note: 'Locked' }],
        collected: false,
        restock: false,
      },
    }),
  },
  'POST /api/desk/bulk/undo': {
    ...operators,
    operator: 200,
    ask: ({ orderId }) => ({ json: { orders: [{ orderId, seen: 0 }] } }),
  },
  'POST /api/desk/orders/print/papers': {
    ...operators,
    operator: 200,
    ask: ({ orderId }) => ({ json: { orderIds: [orderId], papers: ['slips'] } }),
  },
  'POST /api/desk/shipping/orders': { ...operators, operator: 200, ask: () => ({ json: {} }) },
  'POST /api/desk/shipping/numbers': {
    ...operators,
    operator: 200,
    ask: () => ({ json: { numbers: ['A1'] } }),
  },
  'POST /api/desk/orders/x/refund': operators,
  ...all(operators, 'POST /api/desk', 'refunds/confirm', 'flags/x/resolve', 'stock/x', 'subscribers/remove'),
  ...all(operators, 'POST /api/desk', 'reviews/x/hide', 'reviews/x/show', 'coupons', 'coupons/x/end'),
  ...all(operators, 'POST /api/desk/stock/x', 'pause', 'resume'),
  ...all(operators, 'POST /api/desk/reviews/x', 'reply', 'keep', 'dismiss'),
  ...all(operators, 'GET /api/desk', 'people', 'held', 'reconcile/stock', 'reconcile/events'),
  ...all(operators, 'GET /api/desk', 'reconcile/orders', 'reconcile/providers'),
  ...all(operators, 'POST /api/desk', 'people/order-emails'),
  ...all(operators, 'POST /api/desk', 'people/add', 'people/remove', 'export'),
  ...all(operators, 'POST /api/desk', 'tickets/x/answer', 'tickets/x/close', 'tickets/x/open', 'held/x/send'),
  'POST /api/desk/people/reset-second-factor': operators,
  ...all(
    { ...operators, guest: 'account' },
    'POST /api/user/second-factor',
    'begin',
    'confirm',
    'recovery-codes',
  ),
};

/** The same row for several routes below one address. */
function all(row: Row, base: string, ...paths: string[]): Record<string, Row> {
  return Object.fromEntries(paths.map((path) => [`${base}/${path}`, row]));
}

/** Of the next documents. */
let serial = 1;
let people: Record<Exclude<Who, 'nobody' | 'guest'>, Person>;

beforeAll(async () => {
  await refillStock(shop.db);
  const [shopper, other] = [await shop.person(), await shop.person()];
  people = { shopper, other, operator: await shop.person('operator') };
});

test('every route has a row, and every row a route', () => {
  const routes = apiRoutes.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(rows).sort()).toEqual(routes.sort());
});

/** Creates one order, address and session of the shopper. @param invoiced an order with an invoice can no longer be edited */
async function newThings(invoiced = true): Promise<Theirs> {
  const shopper = shop.client(await anotherSession(shop.db, people.shopper));
  // Cash on delivery allows three open orders.
  await shop.db.write.update(orders).set({ status: 'Delivered' });
  await shop.db.write.delete(attempts);
  const { body } = await placeOrder(shopper, await orderOf(shopper, { [serum]: 1 }));
  const orderId = body.order._id;
  const papers = [invoiceRow(orderId, serial), creditNoteRow(orderId, serial)];
  if (invoiced) await shop.db.write.insert(documents).values(papers);
  serial += 1;
  const book = (await shopper.post('/api/user/addresses', address)).body.addresses;
  const { sessions } = (
    await shopper.get<{ sessions: { id: string; current: boolean }[] }>('/api/user/sessions')
  ).body;
  return {
    orderId,
    addressId: book[0]?.id ?? '',
    sessionId: sessions.find(({ current }) => current)?.id ?? '',
  };
}

/** Tables that requests may change even when they are refused. */
const counters = ['attempts', 'outbox'];

/** @returns the status and the code of a refusal */
async function send(client: Client, route: string, { path, json }: Asked = {}) {
  const [method = '', pattern = ''] = route.split(' ');
  const sent = { json: json ?? (method === 'GET' ? undefined : {}) };
  const { status, body } = await client.send(method, path ?? pattern, sent);
  return { status, code: body?.code };
}

const forbidden = [401, 403, 429, 500];

describe.each(['nobody', 'shopper', 'other', 'guest', 'operator'] as const)('%s', (who) => {
  const cells = Object.entries(rows).map(([route, row]) => ({ route, row, wanted: row[who] }));
  /** The other shopper is one whose only difference is that the data is not theirs. */
  const differs = ({ row }: { row: Row }) => who !== 'other' || row.ask !== undefined;
  const refusals = [401, 403, 404, 'account'] as readonly Wanted[];
  const refused = cells.filter((cell) => refusals.includes(cell.wanted) && differs(cell));
  const allowed = cells.filter((cell) => !refusals.includes(cell.wanted) && differs(cell));
  /** A new session, since some requests end it. */
  const signIn = async () => {
    if (who === 'nobody') return shop.client();
    return who === 'guest' ? newGuest(shop) : shop.client(await anotherSession(shop.db, people[who]));
  };

  test('is refused by every route without the right to it, and changes nothing', async () => {
    const [client, theirs] = [await signIn(), await newThings()];
    const before = await snapshot(shop.db, counters);
    const answers = await inBatches(refused, async ({ route, row }) => [
      route,
      await send(client, route, row.ask?.(theirs)),
    ]);
    const answerTo: Partial<Record<Wanted, object>> = {
      401: { status: 401, code: 'signed_out' },
      403: { status: 403, code: 'not_operator' },
      404: { status: 404, code: expect.anything() },
      account: { status: 403, code: 'guest' },
    };
    const expected = refused.map(({ route, wanted }) => [route, answerTo[wanted]]);
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected));
    expect(await snapshot(shop.db, counters)).toEqual(before);
  });

  const open = allowed.filter(({ row }) => !row.ask);
  test.runIf(open.length)('may use the routes that are about nobody or about the caller', async () => {
    const role = who === 'operator' ? 'operator' : 'shopper';
    // An account for each request, since some requests end all its sessions.
    const accounts =
      who === 'nobody'
        ? []
        : who === 'guest'
          ? await Promise.all(open.map(() => newGuest(shop)))
          : await insertAccounts(shop.db, open.length, role);
    const answers = await inBatches(open, async ({ route }, n) => ({
      route,
      ...(await send(shop.client(accounts[n]?.token), route)),
    }));
    expect(answers.filter(({ status }) => forbidden.includes(status))).toEqual([]);
  });

  const about = allowed.filter(({ row }) => row.ask);
  test.runIf(about.length)('may use the routes about the shopper that are theirs to use', async () => {
    const client = await signIn();
    const isEdit = ({ route }: { route: string }) => /\/(cancel|correct)$/.test(route);
    const { edits = [], others = [] } = Object.groupBy(about, (cell) => (isEdit(cell) ? 'edits' : 'others'));
    const wrong: object[] = [];
    for (const group of [edits, others]) {
      const theirs = await newThings(group === others);
      for (const { route, row, wanted } of group) {
        const before = wanted === 409 && (await snapshot(shop.db, counters));
        const { status } = await send(client, route, row.ask?.(theirs));
        if (wanted === 'in' ? forbidden.includes(status) : status !== wanted)
          wrong.push({ route, wanted, status });
        if (before) expect([route, await snapshot(shop.db, counters)]).toEqual([route, before]);
      }
    }
    expect(wrong).toEqual([]);
  });
});
