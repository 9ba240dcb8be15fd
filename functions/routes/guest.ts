/** /api/user and /api/order: guests, and orders without a session (docs/behaviour.md, "Guests", "Order tracking"). */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { claimForm, guestForm, orderCodeForm, orderLinkForm } from '#domain/accounts/account.ts';
import { trackForm } from '#domain/orders/track.ts';
import { choosePassword, claimAccount, claimRefusals } from '../guests/claim.ts';
import { createGuest } from '../guests/create.ts';
import { joinGuest, joinRefusals } from '../guests/join.ts';
import { openLinkedOrder } from '../guests/open.ts';
import { deadOrderLink, type LinkedOrder, readOrderLink } from '../guests/order-link.ts';
import { codeRefusals, proveGuest, sendCode } from '../guests/prove.ts';
import { clientContext, unavailableWhenBusy } from '../http/accounts.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { emailHashKey, notConfigured } from '../http/email-hash-key.ts';
import { type Env, setting } from '../http/env.ts';
import { orderId } from '../http/fields.ts';
import { accountOnly, optionallySignedIn, signedIn, tokenOf } from '../http/middleware.ts';
import { owner, requestContext, sender } from '../http/request-context.ts';
import { wrongSignature } from '../http/signed-links.ts';
import { success } from '../http/success.ts';
import { notFound, signedOut } from '../lib/refusal.ts';
import { trackOrder } from '../orders/track.ts';
import { withdrawLinks } from '../orders/withdraw-links.ts';

/** The order of a link. A wrong signature is counted for the client's network. @throws Refusal */
export async function linkedOrder(c: Context<Env>, link: string): Promise<LinkedOrder> {
  const order = readOrderLink(emailHashKey(c.env), link);
  if (order) return order;
  throw await wrongSignature(c, deadOrderLink());
}

/** A password that waits for the link in the email. */
async function choose(c: Context<Env>, password: string) {
  const perHour = setting(c.env.EMAIL_CHANGES_PER_HOUR, 5);
  const done = await unavailableWhenBusy(choosePassword(c.get('db'), owner(c), password, perHour));
  if (!done.ok) throw done;
  return { message: `We have emailed a link to ${done.email}. Open it on this device to finish.` };
}

/** The end of a claim, with the link. */
async function finish(c: Context<Env>, link: string, chosen: { password?: string; device?: string }) {
  const claim = { ...chosen, tries: setting(c.env.RESET_TRIES, 10) };
  const order = await linkedOrder(c, link);
  const claiming = claimAccount(c.get('db'), order, owner(c), claim, clientContext(c));
  const done = await unavailableWhenBusy(claiming);
  if (!done.ok) throw done;
  const { token, device, user } = done;
  return { token, device, user, message: 'Account created successfully!' };
}

export const guest = new Hono<Env>()
  .post(
    '/guest',
    describeRoute('Starts the session of a guest.', [notConfigured]),
    body(guestForm),
    async (c) => {
      // Without the key the guest's emails would have no link to the order.
      emailHashKey(c.env);
      const perHour = setting(c.env.GUESTS_PER_HOUR, 60);
      const done = await createGuest(c.get('db'), c.req.valid('json'), { ...clientContext(c), perHour });
      if (!done.ok) throw done;
      return success(c, { token: done.token, user: done.user });
    },
  )
  .post(
    '/claim',
    describeRoute('Turns a guest into an account: emails a link, or finishes with it.', [
      deadOrderLink,
      claimRefusals,
      joinRefusals.otherAccount,
      signedOut,
      notConfigured,
    ]),
    optionallySignedIn,
    body(claimForm),
    async (c) => {
      const { link, password, device } = c.req.valid('json');
      const chosen = { ...(password !== undefined && { password }), ...(device !== undefined && { device }) };
      return success(c, link === undefined ? await choose(c, password ?? '') : await finish(c, link, chosen));
    },
  );

export const linkedOrders = new Hono<Env>()
  .post(
    '/open',
    describeRoute('Opens an order by its link.', [deadOrderLink, notConfigured]),
    optionallySignedIn,
    body(orderLinkForm),
    async (c) => {
      const linked = await linkedOrder(c, c.req.valid('json').link);
      const perHour = setting(c.env.ACCOUNT_CHANGES_PER_HOUR, 60);
      const caller = { ...owner(c), token: tokenOf(c.req) ?? '' };
      const done = await openLinkedOrder(c.get('db'), linked, caller, { ...clientContext(c), perHour });
      if (!done.ok) throw done;
      const { ok: _, ...opened } = done;
      return success(
        c,
        opened.token === null
          ? { ...opened, code: 'sign_in', message: 'This order is in an account. Please sign in to see it.' }
          : opened,
      );
    },
  )
  .post(
    '/withdraw-links',
    describeRoute('Withdraws the links to an order that were sent until now.', [notFound]),
    signedIn,
    body(z.object({ orderId })),
    async (c) => {
      const done = await withdrawLinks(
        requestContext(c),
        { owner: owner(c), as: 'shopper' },
        c.req.valid('json'),
      );
      if (!done.ok) throw done;
      return success(c, {
        message:
          'The links that we have sent no longer work. Our next email about this order has another one.',
      });
    },
  )
  .post(
    '/join',
    describeRoute('Moves the order of a link into the account.', [
      deadOrderLink,
      joinRefusals,
      notConfigured,
    ]),
    accountOnly,
    signedIn,
    body(orderLinkForm),
    async (c) => {
      const { order } = await linkedOrder(c, c.req.valid('json').link);
      const done = await joinGuest(c.get('db'), order, owner(c));
      if (!done.ok) throw done;
      return success(c, { orderId: order.id, message: 'The order is in your account.' });
    },
  )
  .post(
    '/code',
    describeRoute('Emails a code to the address of the order, for the holder of its link.', [
      notFound,
      codeRefusals.noEmail,
      codeRefusals.notSent,
      notConfigured,
    ]),
    signedIn,
    body(z.object({})),
    async (c) => {
      const done = await sendCode(c.get('db'), owner(c), emailHashKey(c.env));
      if (!done.ok) throw done;
      return success(c, { message: `We have emailed a code to ${done.email}. It works for 15 minutes.` });
    },
  )
  .post(
    '/prove',
    describeRoute('Takes the code, and makes this device that of the guest.', [
      notFound,
      codeRefusals.wrongCode,
      notConfigured,
    ]),
    signedIn,
    body(orderCodeForm),
    async (c) => {
      const { code } = c.req.valid('json');
      const done = await proveGuest(c.get('db'), owner(c), code, emailHashKey(c.env), clientContext(c));
      if (!done.ok) throw done;
      return success(c, {
        token: done.token,
        user: done.user,
        message: 'Thank you. You can change this order now.',
      });
    },
  )
  .post(
    '/track',
    describeRoute('Shows an order by its number and a phone or email.', [notFound]),
    body(trackForm),
    async (c) => {
      const done = await trackOrder(c.get('db'), c.req.valid('json'), {
        ...sender(c, setting(c.env.TRACK_TRIES_PER_HOUR, 30)),
        perReference: setting(c.env.TRACK_TRIES_PER_ORDER, 10),
        perContact: setting(c.env.TRACK_TRIES_PER_CONTACT, 20),
      });
      if (!done.ok) throw done;
      return success(c, done.track);
    },
  );
