/**
 * Permissions (docs/desk.md, "Lists and changes"; docs/behaviour.md, "API answers"): each route of the API is requested without a
 * session, by the shopper who owns the data, by another shopper, by a guest and by an operator. The table of routes says
 * who may use it (tests/support/routes).
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { attempts, documents, orders } from '#db/schema/index.ts';
import { type Client, inBatches } from '../support/client.ts';
import { creditNoteRow, invoiceRow } from '../support/documents.ts';
import { newGuest } from '../support/guests.ts';
import { address, placed, refillStock, serum } from '../support/orders.ts';
import { prepareRequest, table } from '../support/routes/index.ts';
import type { Access, Caller, RouteData, TestRoute } from '../support/routes/route.ts';
import { anotherSession, insertAccounts, snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop();
/** A route, and the answer to one caller. */
type Cell = { name: string; route: TestRoute; wanted: Access };
const callers = ['nobody', 'shopper', 'other', 'guest', 'operator'] as const;

/** Of the next documents. */
let serial = 1;
let people: Record<Exclude<Caller, 'nobody' | 'guest'>, Person>;

beforeAll(async () => {
  await refillStock(shop.db);
  const [shopper, other] = [await shop.person(), await shop.person()];
  people = { shopper, other, operator: await shop.person('operator') };
});

/** Creates one order, address and session of the shopper. @param invoiced an order with an invoice can no longer be edited */
async function newThings(invoiced = true): Promise<RouteData> {
  const shopper = shop.client(await anotherSession(shop.db, people.shopper));
  // Cash on delivery allows three open orders.
  await shop.db.write.update(orders).set({ status: 'Delivered' });
  await shop.db.write.delete(attempts);
  const { _id: orderId } = await placed(shopper, { [serum]: 1 });
  const papers = [invoiceRow(orderId, serial), creditNoteRow(orderId, serial)];
  if (invoiced) await shop.db.write.insert(documents).values(papers);
  serial += 1;
  const book = (await shopper.post('/api/user/addresses', address)).body.addresses;
  const { sessions } = (await shopper.get('/api/user/sessions')).body;
  return {
    order: orderId,
    pendingOrder: orderId,
    placedOrder: orderId,
    'id in addresses': book[0]?.id ?? '',
    session: sessions.find(({ current }) => current)?.id ?? '',
  };
}

/** Tables that requests may change even when they are refused. */
const counters = ['attempts', 'outbox'];

/**
 * Sends the first request of a route whose rights depend on it, else an empty body.
 * @returns the status and the code of a refusal
 */
async function send(client: Client, { name, route }: Cell, data: RouteData = {}) {
  const request = (route.may.withRequest && route.requests[0]) || {};
  const { method, path, json } = prepareRequest(name, request, data);
  const empty = method === 'GET' ? undefined : {};
  const { status, body } = await client.send(method, path, { json: json ?? empty });
  return { status, code: body?.code };
}

const forbidden = [401, 403, 429, 500];

describe.each(callers)('%s', (who) => {
  const cells: Cell[] = Object.entries(table)
    .map(([name, route]) => ({ name, route, wanted: route.may[who] }))
    // The other shopper is one whose only difference is that the data is not theirs.
    .filter(({ route }) => who !== 'other' || route.may.withRequest);
  const refusals = [401, 403, 404, 'account'] as readonly Access[];
  const refused = cells.filter(({ wanted }) => refusals.includes(wanted));
  const allowed = cells.filter(({ wanted }) => !refusals.includes(wanted));
  /** A new session, since some requests end it. */
  const signIn = async () => {
    if (who === 'nobody') return shop.client();
    return who === 'guest' ? newGuest(shop) : shop.client(await anotherSession(shop.db, people[who]));
  };

  test('is refused by every route without the right to it, and changes nothing', async () => {
    const [client, theirs] = [await signIn(), await newThings()];
    const before = await snapshot(shop.db, counters);
    const answers = await inBatches(refused, async (cell) => [cell.name, await send(client, cell, theirs)]);
    const answerTo: Partial<Record<Access, object>> = {
      401: { status: 401, code: 'signed_out' },
      403: { status: 403, code: 'not_operator' },
      404: { status: 404, code: expect.anything() },
      account: { status: 403, code: 'guest' },
    };
    const expected = refused.map(({ name, wanted }) => [name, answerTo[wanted]]);
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(expected));
    expect(await snapshot(shop.db, counters)).toEqual(before);
  });

  const open = allowed.filter(({ route }) => !route.may.withRequest);
  test.runIf(open.length)('may use the routes that are about nobody or about the caller', async () => {
    const role = who === 'operator' ? 'operator' : 'shopper';
    // An account for each request, since some requests end all its sessions.
    const accounts: { token: string }[] = [];
    if (who === 'guest') accounts.push(...(await Promise.all(open.map(() => newGuest(shop)))));
    else if (who !== 'nobody') accounts.push(...(await insertAccounts(shop.db, open.length, role)));
    const answers = await inBatches(open, async (cell, n) => ({
      name: cell.name,
      ...(await send(shop.client(accounts[n]?.token), cell)),
    }));
    expect(answers.filter(({ status }) => forbidden.includes(status))).toEqual([]);
  });

  const about = allowed.filter(({ route }) => route.may.withRequest);
  test.runIf(about.length)('may use the routes about the shopper that are theirs to use', async () => {
    const client = await signIn();
    const isEdit = ({ name }: Cell) => /\/(cancel|correct)$/.test(name);
    const { edits = [], others = [] } = Object.groupBy(about, (cell) => (isEdit(cell) ? 'edits' : 'others'));
    const wrong: object[] = [];
    for (const group of [edits, others]) {
      const theirs = await newThings(group === others);
      for (const cell of group) {
        const { name, wanted } = cell;
        const before = wanted === 409 && (await snapshot(shop.db, counters));
        const { status } = await send(client, cell, theirs);
        if (wanted === 'in' ? forbidden.includes(status) : status !== wanted)
          wrong.push({ name, wanted, status });
        if (before) expect([name, await snapshot(shop.db, counters)]).toEqual([name, before]);
      }
    }
    expect(wrong).toEqual([]);
  });
});
