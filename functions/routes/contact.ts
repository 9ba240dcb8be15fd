/** /api/contact: support tickets. */
import { Hono } from 'hono';
import { ticket } from '#domain/support/ticket.ts';
import { openTicket } from '../contact/tickets.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { type Env, setting } from '../http/env.ts';
import { sender } from '../http/request-context.ts';
import { success } from '../http/success.ts';

export const contact = new Hono<Env>().post(
  '/submit',
  describeRoute('Opens a support ticket.'),
  body(ticket),
  async (c) => {
    const limit = setting(c.env.TICKETS_PER_HOUR, 20);
    const opened = await openTicket(c.get('db'), c.req.valid('json'), sender(c, limit));
    if (!opened.ok) throw opened;
    const { reference, receiptHeld } = opened;
    const later = receiptHeld && { receiptHeld };
    return success(c, { message: 'Ticket Submitted Successfully!', reference, ...later });
  },
);
