/** /api/user: the account of the signed-in person. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { deleteForm, emailForm, nameForm, passwordForm, proofForm } from '#domain/accounts/account.ts';
import { addressForm, named } from '#domain/addresses/address.ts';
import { dayOf } from '#lib/dates.ts';
import { addAddress, bookFull, changeAddress, listAddresses, removeAddress } from '../accounts/addresses.ts';
import { requestEmailChange } from '../accounts/change-email.ts';
import { changeName } from '../accounts/change-name.ts';
import { changePassword } from '../accounts/change-password.ts';
import { deleteAccount, deleteRefusals } from '../accounts/delete-account.ts';
import { exportData } from '../accounts/export-data.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import { sendVerification, verifiedAlready } from '../accounts/send-verification.ts';
import { endSessions, listSessions } from '../accounts/sessions.ts';
import { freeTries, unavailableWhenBusy } from '../http/accounts.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { emailHashKey, notConfigured } from '../http/email-hash-key.ts';
import { type Env, setting } from '../http/env.ts';
import { fittingState } from '../http/fields.ts';
import { accountOnly, signedIn, signedInToEnd } from '../http/middleware.ts';
import { owner } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { notFound, signedOut } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';

const perHour = (c: Context<Env>): number => setting(c.env.ACCOUNT_CHANGES_PER_HOUR, 60);

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'shop';

const addressId = z.uuid('The address id is not valid.');
const addressBody = fittingState(
  named(addressForm.omit({ saveInfo: true }).extend({ id: addressId.optional() })),
);
const invalidSessionId = 'The device id is not valid.';
const sessionId = z.string(invalidSessionId).regex(/^[A-Za-z0-9_-]{16}$/, invalidSessionId);

export const account = new Hono<Env>()
  .post(
    '/name',
    describeRoute('Changes the name of the account.'),
    accountOnly,
    signedIn,
    body(nameForm),
    async (c) => {
      const done = await changeName(c.get('db'), owner(c), c.req.valid('json').name, perHour(c));
      if (!done.ok) throw done;
      return success(c, { user: done.user, message: 'Your name is saved.' });
    },
  )
  .post(
    '/password',
    describeRoute('Changes the password, and signs out everywhere else.', [sessionCode]),
    accountOnly,
    signedIn,
    body(passwordForm),
    async (c) => {
      const changing = changePassword(c.get('db'), owner(c), c.req.valid('json'), freeTries(c));
      const done = await unavailableWhenBusy(changing);
      if (!done.ok) throw done;
      return success(c, { message: 'Your password is changed. You are signed out everywhere else.' });
    },
  )
  .post(
    '/email',
    describeRoute('Emails a link that changes the email address.', [sessionCode]),
    accountOnly,
    signedIn,
    body(emailForm),
    async (c) => {
      const limits = { freeTries: freeTries(c), perHour: setting(c.env.EMAIL_CHANGES_PER_HOUR, 5) };
      const done = await unavailableWhenBusy(
        requestEmailChange(c.get('db'), owner(c), c.req.valid('json'), limits),
      );
      if (!done.ok) throw done;
      return success(c, {
        message: `Please open the link in our email to ${c.req.valid('json').email}. No email is sent to an address that belongs to another account.`,
      });
    },
  )
  .post(
    '/verify/send',
    describeRoute('Emails a link that confirms the email address.', [verifiedAlready]),
    accountOnly,
    signedIn,
    body(z.object({})),
    async (c) => {
      const perHour = setting(c.env.EMAIL_CHANGES_PER_HOUR, 5);
      const done = await sendVerification(c.get('db'), owner(c), perHour);
      if (!done.ok) throw done;
      return success(c, { message: `Please open the link in our email to ${done.email}.` });
    },
  )
  .get('/addresses', describeRoute('Lists the saved addresses.'), signedIn, async (c) => {
    const addresses = await listAddresses(c.get('db'), owner(c));
    if (!addresses) throw signedOut();
    return success(c, { addresses });
  })
  .post(
    '/addresses',
    describeRoute('Saves an address, or changes one.', [notFound, bookFull]),
    signedIn,
    body(addressBody),
    async (c) => {
      const { id, ...form } = c.req.valid('json');
      const done = await (id === undefined
        ? addAddress(c.get('db'), owner(c), form, perHour(c))
        : changeAddress(c.get('db'), owner(c), id, form, perHour(c)));
      if (!done.ok) throw done;
      return success(c, { addresses: done.addresses, message: 'Your address is saved.' });
    },
  )
  .post(
    '/addresses/remove',
    describeRoute('Removes a saved address.', [notFound]),
    signedIn,
    body(z.object({ id: addressId })),
    async (c) => {
      const done = await removeAddress(c.get('db'), owner(c), c.req.valid('json').id, perHour(c));
      if (!done.ok) throw done;
      return success(c, { addresses: done.addresses, message: 'The address is removed.' });
    },
  )
  .get('/sessions', describeRoute('Lists the signed-in devices.'), accountOnly, signedIn, async (c) => {
    const sessions = await listSessions(c.get('db'), owner(c));
    if (!sessions) throw signedOut();
    return success(c, { sessions });
  })
  .post(
    '/sessions/end',
    describeRoute('Signs a device out.', [notFound]),
    accountOnly,
    signedIn,
    body(z.object({ id: sessionId })),
    async (c) => {
      const done = await endSessions(c.get('db'), owner(c), perHour(c), c.req.valid('json').id);
      if (!done.ok) throw done;
      return success(c, { message: 'That device is signed out.' });
    },
  )
  .post(
    '/sessions/end-others',
    describeRoute('Signs out all other devices.'),
    accountOnly,
    signedIn,
    body(z.object({})),
    async (c) => {
      const done = await endSessions(c.get('db'), owner(c), perHour(c));
      if (!done.ok) throw done;
      return success(c, { message: 'All other devices are signed out.', ended: done.count });
    },
  )
  .post(
    '/export',
    describeRoute('Downloads the personal data of the account.', [sessionCode]),
    accountOnly,
    signedIn,
    body(proofForm),
    async (c) => {
      const limits = { freeTries: freeTries(c), perHour: setting(c.env.EXPORTS_PER_HOUR, 5) };
      const done = await unavailableWhenBusy(exportData(c.get('db'), owner(c), c.req.valid('json'), limits));
      if (!done.ok) throw done;
      const { ok, ...exported } = done;
      const file = `${slugOf(store.name)}-my-data-${dayOf(c.get('now'))}.json`;
      return success(c, { file, ...exported });
    },
  )
  .post(
    '/delete',
    describeRoute('Deletes the account.', [deleteRefusals, sessionCode, notConfigured]),
    accountOnly,
    signedInToEnd,
    body(deleteForm),
    async (c) => {
      const deleting = deleteAccount(c.get('db'), owner(c), c.req.valid('json'), {
        freeTries: freeTries(c),
        emailHashKey: emailHashKey(c.env),
      });
      const done = await unavailableWhenBusy(deleting);
      if (!done.ok) throw done;
      return success(c, { message: 'Your account is deleted.' });
    },
  );
