/**
 * What shoppers and operators do while a shop is upgraded, in the requests of the last release's scripts: an old tab goes
 * on sending these. When a release changes a request on purpose, it still accepts the one before.
 */
import { randomUUID } from 'node:crypto';
import type { Simulators } from 'payment-simulators';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { password } from '../support/accounts.ts';
import { type ApiResponse, type Client, newClient } from '../support/client.ts';
import { address, orderOf, serum, toner } from '../support/orders.ts';

/** An acknowledged order. @property total rupees @property paid whether the provider has captured the payment */
type Acknowledged = { id: string; total: number; paid: boolean };

/** What everybody was answered. */
export type Ledger = {
  orders: Acknowledged[];
  /** Answers by action and status. */
  answers: Record<string, number>;
  /** Answers that no upgrade may give. */
  wrong: string[];
  /** Answers 503 of a declared pause. */
  paused: number;
  /** Answers 503 that passed when they were asked again, while this machine itself was late. */
  busy: number;
};

export const newLedger = (): Ledger => ({ orders: [], answers: {}, wrong: [], paused: 0, busy: 0 });

let people = 0;
/** A person with a phone, an email and an address of their own. */
export function newPerson() {
  people += 1;
  const phone = `97${String(people).padStart(8, '0')}`;
  const email = `upgrade-${people}@example.in`;
  return {
    name: 'Nila Das',
    phone,
    email,
    address: {
      ...address,
      lastName: `Das${people}`,
      address: `${people} Temple Street, Ward ${people}`,
      phone,
      email,
    },
  };
}

/** How late a timer of this process may be before the machine counts as busy, ms. */
const lateness = 500;
/** How late the last timers were, ms. */
let latest = 0;
let expected = Date.now() + 100;
setInterval(() => {
  latest = Math.max(Date.now() - expected, latest * 0.9);
  expected = Date.now() + 100;
}, 100).unref();

/** Sends a request and records its answer. */
export async function ask(
  ledger: Ledger,
  client: Client,
  path: string,
  json: object = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const send = () =>
    path.startsWith('/api/desk') && !Object.keys(json).length
      ? client.get(path, headers)
      : client.post(path, json, headers);
  const lateBefore = latest;
  let answer = await send();
  // A busy machine, and not the upgrade: this process was late too, and the shop answers when it is asked again.
  if (answer.status === 503 && answer.body?.code !== 'paused' && Math.max(latest, lateBefore) > lateness) {
    ledger.busy += 1;
    answer = await send();
  }
  const { status, text, body } = answer;
  const name = `${path.split('?')[0]} ${status}`;
  ledger.answers[name] = (ledger.answers[name] ?? 0) + 1;
  if (status === 503 && body?.code === 'paused') ledger.paused += 1;
  else if (status >= 500) ledger.wrong.push(`${path}: ${status} ${text}`);
  return answer;
}

/** A guest orders with cash on delivery, looks at the order, and may cancel it. */
export async function guestOrders(
  ledger: Ledger,
  url: string,
  cancels: boolean,
): Promise<string | undefined> {
  const { name, phone, email, address } = newPerson();
  const { body } = await ask(ledger, newClient(url), '/api/user/guest', { name, email, phone });
  const guest = newClient(url, body?.token);
  const order = { ...(await orderOf(guest, { [serum]: 1 })), address };
  const placed = await ask(ledger, guest, '/api/order/place', order, { 'Idempotency-Key': randomUUID() });
  const id = placed.body?.order?._id;
  if (placed.status !== 200) return undefined;
  ledger.orders.push({ id, total: order.amount, paid: false });
  await ask(ledger, guest, '/api/order/userorders');
  if (cancels) await ask(ledger, guest, '/api/order/cancel', { orderId: id });
  return id;
}

/** Somebody with a new account pays online and returns, or leaves; and may cancel. */
export async function accountPays(
  ledger: Ledger,
  url: string,
  { stripe, razorpay }: Simulators,
  method: OnlineMethod,
  does: 'returns' | 'leaves' | 'cancels',
): Promise<string | undefined> {
  const { name, email, address } = newPerson();
  const { body } = await ask(ledger, newClient(url), '/api/user/register', { name, email, password });
  const buyer = newClient(url, body?.token);
  await ask(ledger, buyer, '/api/cart/add', { itemId: toner, quantity: 1 });
  await ask(ledger, buyer, '/api/cart/get');
  const order = { ...(await orderOf(buyer, { [serum]: 1, [toner]: 1 })), address };
  const begun = await ask(ledger, buyer, `/api/order/${method}`, order, { 'Idempotency-Key': randomUUID() });
  if (begun.status !== 200) return undefined;
  const id = begun.body.orderId;
  ledger.orders.push({ id, total: order.amount, paid: true });
  let returns: [path: string, json: object];
  if (method === 'stripe') {
    const session = stripe.sessions.find(({ client_reference_id }) => client_reference_id === id);
    stripe.pay(session?.id ?? '');
    returns = ['/api/order/verifyStripe', { orderId: id, success: true }];
  } else {
    const providerId = (begun.body.order as unknown as { id: string }).id;
    const payment = razorpay.authorize(providerId);
    returns = ['/api/order/verifyRazorpay', razorpay.response(payment.id)];
  }
  if (does === 'leaves') return id;
  await ask(ledger, buyer, ...returns);
  if (does === 'cancels') await ask(ledger, buyer, '/api/order/cancel', { orderId: id });
  return id;
}

/** Moves an order from where it is to a status, as the desk does. */
export async function move(ledger: Ledger, operator: Client, orderId: string, status: string): Promise<void> {
  if (status === 'Shipped')
    await ask(ledger, operator, '/api/order/update-tracking', {
      orderId,
      trackingId: `AWB${Math.floor(Math.random() * 1e9)}`,
      courierPartner: 'Delhivery',
    });
  else
    await ask(ledger, operator, '/api/order/move', {
      orderId,
      status,
      ...(status === 'Returned' && { reason: 'It broke', restock: false }),
      // The last release does not ask for it, and ignores it.
      ...(status === 'Delivered' && { collected: true, password }),
    });
}

/** An operator opens the desk, looks for an order and packs it. */
export async function operatorWorks(
  ledger: Ledger,
  operator: Client,
  orderId: string | undefined,
): Promise<void> {
  for (const path of ['/api/desk/today', '/api/desk/orders?status=unshipped', '/api/desk/orders?q=das'])
    await ask(ledger, operator, path);
  if (!orderId) return;
  await ask(ledger, operator, `/api/desk/orders/${orderId}`);
  await move(ledger, operator, orderId, 'Packing');
  await move(ledger, operator, orderId, 'Shipped');
}

/** Somebody writes a message, a review and subscribes. */
export async function visitorWrites(ledger: Ledger, url: string): Promise<void> {
  const { name, email } = newPerson();
  await ask(ledger, newClient(url), '/api/contact/submit', {
    name,
    email,
    subject: 'Where is it',
    message: 'Since Monday.',
  });
  await ask(ledger, newClient(url), '/api/subscribe', { email });
  const { body } = await ask(ledger, newClient(url), '/api/user/register', { name, email, password });
  const reader = newClient(url, body?.token);
  await ask(ledger, reader, `/api/reviews/${serum}`, { rating: 4, comment: 'Soft' });
  await ask(ledger, reader, '/api/user/addresses', newPerson().address);
}

/** Everything once, at the same time. */
export async function everything(
  ledger: Ledger,
  url: string,
  operator: Client,
  simulators: Simulators,
): Promise<void> {
  await Promise.all([
    guestOrders(ledger, url, false).then((id) => operatorWorks(ledger, operator, id)),
    guestOrders(ledger, url, true),
    accountPays(ledger, url, simulators, 'stripe', 'returns'),
    accountPays(ledger, url, simulators, 'razorpay', 'cancels'),
    accountPays(ledger, url, simulators, 'stripe', 'leaves'),
    accountPays(ledger, url, simulators, 'razorpay', 'returns'),
    visitorWrites(ledger, url),
  ]);
}
