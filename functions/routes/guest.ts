/** /api/user and /api/order: guests, and orders without a session (docs/behaviour.md, "Guests", "Order tracking"). */
import { Hono } from 'hono';
import * as z from 'zod';
import { claimForm, guestForm, orderCodeForm, orderLinkForm } from '#domain/accounts/account.ts';
import { trackForm } from '#domain/orders/track.ts';
import { claim } from '../guests/claim.ts';
import { createGuest } from '../guests/create.ts';
import { joinGuest } from '../guests/join.ts';
import { openLinkedOrder } from '../guests/open.ts';
import { proveGuest, sendCode } from '../guests/prove.ts';
import type { Env } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { trackOrder } from '../orders/track.ts';
import { withdrawOwnLinks } from '../orders/withdraw-links.ts';

export const guest = new Hono<Env>()
  .post('/guest', route('Starts the session of a guest.', { body: guestForm }, createGuest))
  .post(
    '/claim',
    route(
      'Turns a guest into an account: emails a link, or finishes with it.',
      { session: 'optional', body: claimForm },
      claim,
    ),
  );

export const linkedOrders = new Hono<Env>()
  .post(
    '/open',
    route(
      'Opens an order by its link.',
      { session: 'optional', body: orderLinkForm },
      openLinkedOrder,
      (opened) =>
        opened.token === null
          ? { ...opened, code: 'sign_in', message: 'This order is in an account. Please sign in to see it.' }
          : opened,
    ),
  )
  .post(
    '/withdraw-links',
    route(
      'Withdraws the links to an order that were sent until now.',
      { session: 'any', body: z.object({ orderId }) },
      withdrawOwnLinks,
      () => ({
        message:
          'The links that we have sent no longer work. Our next email about this order has another one.',
      }),
    ),
  )
  .post(
    '/join',
    route(
      'Moves the order of a link into the account.',
      { session: 'account', body: orderLinkForm },
      joinGuest,
      'The order is in your account.',
    ),
  )
  .post(
    '/code',
    route(
      'Emails a code to the address of the order, for the holder of its link.',
      { session: 'any', link: 'prove', body: z.object({}) },
      sendCode,
      ({ email }) => ({ message: `We have emailed a code to ${email}. It works for 15 minutes.` }),
    ),
  )
  .post(
    '/prove',
    route(
      'Takes the code, and makes this device that of the guest.',
      { session: 'any', link: 'prove', body: orderCodeForm },
      proveGuest,
      'Thank you. You can change this order now.',
    ),
  )
  .post(
    '/track',
    route('Shows an order by its number and a phone or email.', { body: trackForm }, trackOrder),
  );
