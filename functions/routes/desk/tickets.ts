/** /api/desk/tickets: support tickets. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { multiline } from '#domain/support/ticket.ts';
import { maxAnswerLength, ticketViews } from '#domain/support/views.ts';
import { keysOf } from '#lib/keys.ts';
import { conflict } from '../../desk/conflict.ts';
import { after } from '../../desk/paging.ts';
import { answerByEmail, type SeenTicket, setTicketStatus } from '../../desk/ticket-actions.ts';
import { findTicket, listTickets } from '../../desk/tickets.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { notFound } from '../../lib/refusal.ts';

const list = z.object({
  after,
  show: z.enum(keysOf(ticketViews), 'is not a view of the tickets').default('open'),
});

/** The state of the ticket that the operator saw. */
const seen = z.object({ status: z.enum(['open', 'closed']), answers: z.int().min(0) });
const answer = z.object({
  message: multiline('an answer', maxAnswerLength),
  keepOpen: z.boolean('must be yes or no').default(false),
  seen,
});

/** The ticket after an action. @throws Refusal */
function ticketOf(done: Awaited<ReturnType<typeof setTicketStatus>>) {
  if (!done.ok) throw done;
  return done.ticket;
}

const deskOf = (c: Context<DeskEnv>) => ({ db: c.get('db'), operator: c.get('operator'), now: c.get('now') });

const setStatus = async (c: Context<DeskEnv>, id: string, to: SeenTicket['status'], seen: SeenTicket) =>
  ticketOf(await setTicketStatus(deskOf(c), id, { to, seen }));

export const tickets = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists tickets.'), query(list), async (c) => {
    const { show, after } = c.req.valid('query');
    return success(c, await listTickets(c.get('db'), show, after));
  })
  .get('/:id', describeRoute('Reads a ticket.', [notFound]), async (c) => {
    const details = await findTicket(c.get('db'), c.req.param('id'));
    if (!details) throw notFound('This ticket');
    return success(c, details);
  })
  .post(
    '/:id/answer',
    describeRoute('Answers a ticket by email.', [notFound, conflict]),
    body(answer),
    async (c) => {
      const request = c.req.valid('json');
      const ticket = ticketOf(await answerByEmail(deskOf(c), c.req.param('id'), request));
      return success(c, { message: `The answer is on its way to ${ticket.email}.`, ticket });
    },
  )
  .post(
    '/:id/close',
    describeRoute('Closes a ticket.', [notFound, conflict]),
    body(z.object({ seen })),
    async (c) => {
      const ticket = await setStatus(c, c.req.param('id'), 'closed', c.req.valid('json').seen);
      return success(c, { message: 'The ticket is closed.', ticket });
    },
  )
  .post(
    '/:id/open',
    describeRoute('Opens a ticket again.', [notFound, conflict]),
    body(z.object({ seen })),
    async (c) => {
      const ticket = await setStatus(c, c.req.param('id'), 'open', c.req.valid('json').seen);
      return success(c, { message: 'The ticket is open again.', ticket });
    },
  );
