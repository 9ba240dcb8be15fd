/**
 * /api/contact: support tickets. /api/product/stock-alerts: emails about what is back in stock. /api/subscribe and
 * /api/unsubscribe: the newsletter, and the ends of these emails and of those that ask for reviews.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#domain/addresses/address.ts';
import { itemId } from '#domain/catalogue/product-id.ts';
import { ticket } from '#domain/support/ticket.ts';
import { requestStockAlert } from '../contact/stock-alerts.ts';
import { subscribe } from '../contact/subscribe.ts';
import { openTicket } from '../contact/tickets.ts';
import { unsubscribeByLink } from '../contact/unsubscribe.ts';
import type { Env } from '../http/env.ts';
import { wrongMethod } from '../http/methods.ts';
import { route } from '../http/route.ts';

export const contact = new Hono<Env>().post(
  '/submit',
  route('Opens a support ticket.', { body: ticket }, openTicket, 'Ticket Submitted Successfully!'),
);

export const stockAlerts = new Hono<Env>()
  .post(
    '/',
    route(
      'Asks for one email when a product, size or shade that is sold out is back in stock.',
      { body: z.object({ productId: itemId, email: emailField }) },
      requestStockAlert,
    ),
  )
  // Otherwise `GET /api/product/:id` would answer.
  .all('/', () => {
    throw wrongMethod(['POST']);
  });

/** An email, or the token of the email that asks to confirm it. Without a token the errors are those of the email. */
const form = z
  .object({ email: z.unknown().optional(), token: z.string().max(200).optional() })
  .transform(({ email, token }, context) => {
    if (token !== undefined) return { token };
    const { data, error } = emailField.safeParse(email);
    for (const { message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path: ['email'] });
    return data === undefined ? z.NEVER : { email: data };
  });

export const newsletter = new Hono<Env>().post(
  '/',
  route(
    'Subscribes an address to the newsletter, or confirms it with the token of an email.',
    { session: 'optional', body: form },
    subscribe,
  ),
);

const token = z
  .string('The link is not complete.')
  .max(200, 'The link is not complete.')
  .meta({ description: 'The token of the link in an email.' });

/**
 * The link of an email. The body is not read: an email client's one click sends a form (RFC 8058), the shop's page
 * sends JSON, and neither adds anything to the link.
 */
export const unsubscribe = new Hono<Env>()
  .post(
    '/',
    route(
      'Ends the subscription of a link, the emails that ask for reviews, or the alerts of products that are back.',
      { query: z.object({ token }) },
      unsubscribeByLink,
    ),
  )
  // Email scanners follow every link, so a GET changes nothing: the page asks first.
  .get(
    '/',
    route(
      'Leads to the page that asks before it unsubscribes.',
      { query: z.object({ token: token.optional() }) },
      () => undefined,
      (_, { token }, c) =>
        c.redirect(`/unsubscribe${token ? `?${new URLSearchParams({ token })}` : ''}`, 302),
    ),
  );
