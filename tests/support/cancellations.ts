/** Orders that are cancelled. */
import type { Client } from './client.ts';
import { serum, toner } from './orders.ts';
import { snapshot, stockOf } from './rows.ts';
import type { TestShop } from './shop.ts';

/** @param more of the request: the lines to keep, or `unlessPaid` */
export const cancel = (person: Client, orderId: unknown, more: object = {}) =>
  person.post('/api/order/cancel', { orderId, ...more });

/** The newest order of a person, as My Orders lists it. */
export const listed = async (person: Client) => (await person.post('/api/order/userorders')).body.orders[0];

export const statusOf = async (person: Client) => (await listed(person))?.status;

/** The stock of serum and toner. */
export const stock = ({ db }: TestShop) => Promise.all([stockOf(db, serum), stockOf(db, toner)]);

/** All rows but those of emails, which are sent meanwhile. */
export const unchanging = ({ db }: TestShop, ...except: string[]) =>
  snapshot(db, ['outbox', 'holds', 'product_holds', ...except]);
