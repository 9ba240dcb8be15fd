/** /api/contact: support tickets. */
import { Hono } from 'hono';
import { ticket } from '#domain/support/ticket.ts';
import { openTicket } from '../contact/tickets.ts';
import type { Env } from '../http/env.ts';
import { route } from '../http/route.ts';

export const contact = new Hono<Env>().post(
  '/submit',
  route('Opens a support ticket.', { body: ticket }, openTicket, 'Ticket Submitted Successfully!'),
);
