/** /api/desk/customers: accounts and guests. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { maxNoteLength } from '#domain/customers/customer.ts';
import { multiline } from '#domain/support/ticket.ts';
import { dayOf } from '#lib/dates.ts';
import { sessionCode } from '../../accounts/second-factor.ts';
import { eraseCustomer, eraseRefusals, exportCustomer } from '../../desk/customer-data.ts';
import { findCustomer, readCustomer } from '../../desk/customer-detail.ts';
import { addNote, deleteNote, notesFull, unknownCustomer } from '../../desk/customer-notes.ts';
import { listCustomers } from '../../desk/customers.ts';
import { after } from '../../desk/paging.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import { emailHashKey, notConfigured } from '../../http/email-hash-key.ts';
import { setting } from '../../http/env.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { owner } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { keyRing } from '../../lib/email-hash.ts';
import { notFound } from '../../lib/refusal.ts';
import { proofFields, proveOperator } from './operator-proof.ts';

const list = z.object({ after, q: z.string().max(254, 'is longer than any name or address').default('') });
const noteBody = z.object({ text: multiline('a note', maxNoteLength) });
const noteId = z.object({ id: z.uuid('is not a note') });
const proofBody = z.object(proofFields);

/** The customer of the path. @throws Refusal 404 */
async function customerOf(c: Context<DeskEnv>, id: string) {
  const customer = await findCustomer(c.get('db'), id);
  if (!customer) throw unknownCustomer();
  return customer;
}

const deskOf = (c: Context<DeskEnv>) => ({ db: c.get('db'), operator: c.get('operator'), now: c.get('now') });

export const customers = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists the customers.'), query(list), async (c) => {
    const { q, after } = c.req.valid('query');
    return success(c, await listCustomers(c.get('db'), q, after));
  })
  .get('/:id', describeRoute('Reads a customer.', [notFound]), async (c) => {
    const page = await readCustomer(c.get('db'), c.req.param('id'), keyRing(c.env));
    if (!page) throw unknownCustomer();
    return success(c, page);
  })
  .post(
    '/:id/notes',
    describeRoute('Adds a note to a customer.', [notFound, notesFull]),
    body(noteBody),
    async (c) => {
      const done = await addNote(deskOf(c), c.req.param('id'), c.req.valid('json').text);
      if (!done.ok) throw done;
      return success(c, { message: 'The note is saved.' });
    },
  )
  .post(
    '/:id/notes/delete',
    describeRoute('Deletes a note of a customer.', [notFound]),
    body(noteId),
    async (c) => {
      const done = await deleteNote(deskOf(c), c.req.param('id'), c.req.valid('json').id);
      if (!done.ok) throw done;
      return success(c, { message: 'The note is deleted.' });
    },
  )
  .post(
    '/:id/export',
    describeRoute('Exports the personal data of a customer.', [notFound, sessionCode]),
    body(proofBody),
    async (c) => {
      const customer = await customerOf(c, c.req.param('id'));
      const person = await proveOperator(c, c.req.valid('json'));
      const perHour = setting(c.env.EXPORTS_PER_HOUR, 5);
      const done = await exportCustomer(c.get('db'), owner(c), person, customer, perHour);
      if (!done.ok) throw done;
      const { ok, ...exported } = done;
      return success(c, { file: `customer-data-${dayOf(c.get('now'))}.json`, ...exported });
    },
  )
  .post(
    '/:id/erase',
    describeRoute('Erases the personal data of a customer.', [
      notFound,
      eraseRefusals,
      sessionCode,
      notConfigured,
    ]),
    body(proofBody),
    async (c) => {
      const key = emailHashKey(c.env);
      const customer = await customerOf(c, c.req.param('id'));
      if (customer.role === 'operator') throw eraseRefusals.isOperator();
      const person = await proveOperator(c, c.req.valid('json'));
      const done = await eraseCustomer(c.get('db'), owner(c), person, customer, key);
      if (!done.ok) throw done;
      return success(c, { message: 'The customer’s data is erased.' });
    },
  );
