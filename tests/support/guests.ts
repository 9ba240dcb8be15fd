/** Guests, and the signed links to their orders. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { outbox, users } from '#db/schema/index.ts';
import { claimLink, orderLink } from '#functions/guests/order-link.ts';
import { newEmail } from './accounts.ts';
import { type Client, newClient } from './client.ts';
import { orderOf, placeOrder, serum } from './orders.ts';
import { linkKey, type TestShop } from './shop.ts';

/** @param linkVersion how often the links of the order were withdrawn */
export const linkTo = (orderId: string, linkVersion = 0): string =>
  orderLink(linkKey, { id: orderId, linkVersion });

export type Guest = Client & { name: string; email: string; phone: string; token: string };

let guestCount = 0;
/** An unused mobile number. */
export function newPhone(): string {
  guestCount += 1;
  return `98${String(guestCount).padStart(8, '0')}`;
}

/** @param address of the client; default: a new one */
export async function newGuest(
  shop: TestShop,
  given: { name?: string; email?: string; phone?: string } = {},
  address?: string,
): Promise<Guest> {
  const guest = { name: 'Asha Rao', email: newEmail(), phone: newPhone(), ...given };
  const { status, body } = await newClient(shop.stack.url, undefined, address).post('/api/user/guest', guest);
  expect(status).toBe(200);
  return { ...guest, token: body.token, ...newClient(shop.stack.url, body.token, address) };
}

/** Places an order, cash on delivery. @returns its id and reference */
export async function guestOrder(guest: Client, quantities: Record<string, number> = { [serum]: 1 }) {
  const { status, body } = await placeOrder(guest, await orderOf(guest, quantities));
  expect(status, body.message).toBe(200);
  return { orderId: body.order._id, reference: body.order.reference };
}

/** The response of POST /api/order/open. */
export type OpenedOrder = {
  code?: string;
  orderId: string;
  reference: string;
  token: string | null;
  user: { name: string; email: string; role: string; verified: boolean } | null;
  account: string;
  proven: boolean;
};

/** Opens a link, on a new device unless a client is given. */
export const openLink = (shop: TestShop, link: string, client = shop.client()) =>
  client.post<OpenedOrder>('/api/order/open', { link });

/** The link of the email to a guest who has chosen a password. */
export const claimTo = (orderId: string): string => claimLink(linkKey, { id: orderId, linkVersion: 0 });

/** Makes an account of a guest. @param json the password, or the link */
export const claim = (client: Client, json: object) => client.post('/api/user/claim', json);

/** The account and the guests with an address. */
export const usersWith = ({ db }: TestShop, email: string) =>
  db.read.select().from(users).where(eq(users.email, email));

/** Asks for the code with the token of an opened link. @returns the code of the email */
export async function mailedCode({ simulators, client }: TestShop, linkToken: string, email: string) {
  const earlier = new Set(simulators.mailbox.messages);
  const { status, body } = await client(linkToken).post('/api/order/code', {});
  expect(status, body.message).toBe(200);
  const { subject } = await simulators.mailbox.waitFor(
    (mail) => !earlier.has(mail) && mail.to.includes(email) && mail.subject.includes('is your code'),
  );
  return subject.slice(0, 6);
}

/** Opens a link on a new device, and types the code of the email. @returns the client of the device, which is the guest's now */
export async function takeOver(
  shop: TestShop,
  link: string,
  email: string,
): Promise<Client & { token: string }> {
  const { token } = (await openLink(shop, link)).body;
  const code = await mailedCode(shop, token ?? '', email);
  const { status, body } = await shop.client(token ?? '').post('/api/order/prove', { code });
  expect(status, body.message).toBe(200);
  return { ...shop.client(body.token), token: body.token };
}

export const joinAccount = (link: string, client: Client) => client.post('/api/order/join', { link });

/** Status and code of a response. */
export const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body?.code,
];

/** The references of a client's orders, sorted. */
export const referencesOf = async (client: Client) =>
  (await client.post('/api/order/userorders')).body.orders?.map(({ reference }) => reference).sort();

/** The statuses of all emails to an address. */
export const emailStatuses = async ({ db }: TestShop, recipient: string) =>
  (await db.read.select().from(outbox).where(eq(outbox.recipient, recipient))).map(({ status }) => status);
