/** /api/desk/tickets: what shoppers ask for help with. */
import { Hono } from 'hono';
import { z } from 'zod';
import { longestAnswer, ticketViews } from '#features/desk/tickets.ts';
import { multiline } from '#features/support/ticket.ts';
import { keysOf } from '#lib/keys.ts';
import { after } from '../../desk/paging.ts';
import { answerByMail, type Seen, turnTicket } from '../../desk/ticket-moves.ts';
import { findTicket, listTickets } from '../../desk/tickets.ts';
import { body, query } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound } from '../../http/refusal.ts';
import { changed } from './changed.ts';

const list = z.object({
  after,
  show: z.enum(keysOf(ticketViews), 'is not a view of the tickets').default('open'),
});

/** The ticket as its reader had it before them. */
const seen = z.object({ status: z.enum(['open', 'closed']), answers: z.int().min(0) });
const answer = z.object({
  message: multiline('an answer', longestAnswer),
  close: z.boolean('must be yes or no').default(false),
  seen,
});

type Moved = Awaited<ReturnType<typeof turnTicket>>;
type Ticket = Extract<Moved, { ok: true }>['ticket'];

function meanwhile({ answers, status }: Ticket, seen: Seen): string {
  const newer = answers.at(-1);
  if (newer && answers.length > seen.answers)
    return `${newer.actor} has answered meanwhile: “${newer.message}”`;
  return status === 'open' ? 'The ticket is open again.' : 'The ticket has been closed meanwhile.';
}

function moved(done: Moved, seen: Seen): Ticket {
  if (done.ok) return done.ticket;
  if (done.code === 'not_found') throw notFound('This ticket');
  throw changed(meanwhile(done.ticket, seen), { ticket: done.ticket });
}

export const tickets = new Hono<DeskEnv>()
  .get('/', query(list), async (c) => {
    const { show, after } = c.req.valid('query');
    return c.json({ success: true as const, ...(await listTickets(c.get('db'), show, after)) });
  })
  .get('/:id', async (c) => {
    const found = await findTicket(c.get('db'), c.req.param('id'));
    if (!found) throw notFound('This ticket');
    return c.json({ success: true as const, ...found });
  })
  .post('/:id/answer', body(answer), async (c) => {
    const wanted = c.req.valid('json');
    const desk = { db: c.get('db'), operator: c.get('operator'), now: c.get('now') };
    const ticket = moved(await answerByMail(desk, c.req.param('id'), wanted), wanted.seen);
    return c.json({
      success: true as const,
      message: `The answer is on its way to ${ticket.email}.`,
      ticket,
    });
  })
  .post('/:id/close', body(z.object({ seen })), async (c) => {
    const { seen } = c.req.valid('json');
    const desk = { db: c.get('db'), operator: c.get('operator'), now: c.get('now') };
    const ticket = moved(await turnTicket(desk, c.req.param('id'), { to: 'closed', seen }), seen);
    return c.json({ success: true as const, message: 'The ticket is closed.', ticket });
  })
  .post('/:id/open', body(z.object({ seen })), async (c) => {
    const { seen } = c.req.valid('json');
    const desk = { db: c.get('db'), operator: c.get('operator'), now: c.get('now') };
    const ticket = moved(await turnTicket(desk, c.req.param('id'), { to: 'open', seen }), seen);
    return c.json({ success: true as const, message: 'The ticket is open again.', ticket });
  });
