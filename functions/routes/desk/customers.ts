/** /api/desk/customers: accounts and guests. */
import { Hono } from 'hono';
import * as z from 'zod';
import { maxNoteLength } from '#domain/customers/customer.ts';
import { multiline } from '#domain/support/ticket.ts';
import { dayOf } from '#lib/dates.ts';
import { proofFields } from '../../accounts/prove-operator.ts';
import { eraseCustomer, exportCustomer } from '../../desk/customer-data.ts';
import { readCustomer } from '../../desk/customer-detail.ts';
import { addNote, deleteNote } from '../../desk/customer-notes.ts';
import { listCustomers } from '../../desk/customers.ts';
import { after } from '../../desk/paging.ts';
import { byId } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const list = z.object({
  after,
  q: z
    .string()
    .max(254, 'is longer than any name or address')
    .default('')
    .meta({ description: 'A name, an email address or a phone number.' }),
});
const noteBody = z.object({ text: multiline('a note', maxNoteLength) });
const ofCustomer = byId.transform(({ id }) => ({ customerId: id }));
const noteId = z.object({ id: z.uuid('is not a note') });
const proofBody = z.object(proofFields).meta({ title: 'Proof' });

export const customers = new Hono<DeskEnv>()
  .get('/', desk('Lists the customers.', { query: list }, listCustomers))
  .get('/:id', desk('Reads a customer.', { params: byId }, readCustomer))
  .post(
    '/:id/notes',
    desk('Adds a note to a customer.', { params: byId, body: noteBody }, addNote, 'The note is saved.'),
  )
  .post(
    '/:id/notes/delete',
    desk(
      'Deletes a note of a customer.',
      { params: ofCustomer, body: noteId },
      deleteNote,
      'The note is deleted.',
    ),
  )
  .post(
    '/:id/export',
    desk(
      'Exports the personal data of a customer.',
      { params: byId, body: proofBody },
      exportCustomer,
      (exported) => ({ file: `customer-data-${dayOf(Date.parse(exported.at))}.json`, ...exported }),
    ),
  )
  .post(
    '/:id/erase',
    desk(
      'Erases the personal data of a customer.',
      { params: byId, body: proofBody },
      eraseCustomer,
      'The customer’s data is erased.',
    ),
  );
