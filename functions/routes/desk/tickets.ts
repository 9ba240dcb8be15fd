/** /api/desk/tickets: support tickets. */
import { Hono } from 'hono';
import * as z from 'zod';
import { multiline } from '#domain/support/ticket.ts';
import { maxAnswerLength, ticketViews } from '#domain/support/views.ts';
import { keysOf } from '#lib/keys.ts';
import { after } from '../../desk/paging.ts';
import { answerByEmail, setTicketStatus } from '../../desk/ticket-actions.ts';
import { listTickets, readTicket } from '../../desk/tickets.ts';
import { byId } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const show = z
  .enum(keysOf(ticketViews), 'is not a view of the tickets')
  .default('open')
  .meta({ description: 'Which tickets are listed.' });
/** The state of the ticket that the operator saw. */
const seen = z
  .object({ status: z.enum(['open', 'closed']), answers: z.int().min(0) })
  .meta({ title: 'SeenTicket' });
const message = multiline('an answer', maxAnswerLength);
const answer = z.object({ message, keepOpen: z.boolean('must be yes or no').default(false), seen });
const close = z.object({ seen }).transform(({ seen }) => ({ seen, to: 'closed' as const }));
const open = z.object({ seen }).transform(({ seen }) => ({ seen, to: 'open' as const }));

export const tickets = new Hono<DeskEnv>()
  .get('/', desk('Lists tickets.', { query: z.object({ after, show }) }, listTickets))
  .get('/:id', desk('Reads a ticket.', { params: byId }, readTicket))
  .post(
    '/:id/answer',
    desk('Answers a ticket by email.', { params: byId, body: answer }, answerByEmail, ({ ticket }) => ({
      message: `The answer is on its way to ${ticket.email}.`,
      ticket,
    })),
  )
  .post(
    '/:id/close',
    desk('Closes a ticket.', { params: byId, body: close }, setTicketStatus, 'The ticket is closed.'),
  )
  .post(
    '/:id/open',
    desk('Opens a ticket again.', { params: byId, body: open }, setTicketStatus, 'The ticket is open again.'),
  );
