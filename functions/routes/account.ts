/** /api/user: the account of the signed-in person. */
import { Hono } from 'hono';
import * as z from 'zod';
import { deleteForm, emailForm, nameForm, passwordForm, proofForm } from '#domain/accounts/account.ts';
import { addressForm, named } from '#domain/addresses/address.ts';
import { dayOf } from '#lib/dates.ts';
import { listAddresses, removeAddress, saveAddress } from '../accounts/addresses.ts';
import { requestEmailChange } from '../accounts/change-email.ts';
import { changeName } from '../accounts/change-name.ts';
import { changePassword } from '../accounts/change-password.ts';
import { deleteAccount } from '../accounts/delete-account.ts';
import { exportData } from '../accounts/export-data.ts';
import { sendVerification } from '../accounts/send-verification.ts';
import { endSession, endSessions, listSessions } from '../accounts/sessions.ts';
import type { Env } from '../http/env.ts';
import { fittingState } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { store } from '../lib/store.ts';

const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'shop';

const addressId = z.uuid('The address id is not valid.');
const addressBody = fittingState(
  named(addressForm.omit({ saveInfo: true }).extend({ id: addressId.optional() })),
);
const invalidSessionId = 'The device id is not valid.';
const sessionId = z.string(invalidSessionId).regex(/^[A-Za-z0-9_-]{16}$/, invalidSessionId);

const proof = proofForm.meta({ title: 'Proof' });

const ofAccount = { session: 'account' } as const;
const anySession = { session: 'any' } as const;
const nothing = z.object({});

export const account = new Hono<Env>()
  .post(
    '/name',
    route(
      'Changes the name of the account.',
      { ...ofAccount, body: nameForm },
      changeName,
      'Your name is saved.',
    ),
  )
  .post(
    '/password',
    route(
      'Changes the password, and signs out everywhere else.',
      { ...ofAccount, body: passwordForm },
      changePassword,
      'Your password is changed. You are signed out everywhere else.',
    ),
  )
  .post(
    '/email',
    route(
      'Emails a link that changes the email address.',
      { ...ofAccount, body: emailForm },
      requestEmailChange,
      (_, { email }) => ({
        message: `Please open the link in our email to ${email}. No email is sent to an address that belongs to another account.`,
      }),
    ),
  )
  .post(
    '/verify/send',
    route(
      'Emails a link that confirms the email address.',
      { ...ofAccount, body: nothing },
      sendVerification,
      ({ email }) => ({ message: `Please open the link in our email to ${email}.` }),
    ),
  )
  .get('/addresses', route('Lists the saved addresses.', anySession, listAddresses))
  .post(
    '/addresses',
    route(
      'Saves an address, or changes one.',
      { ...anySession, body: addressBody },
      saveAddress,
      'Your address is saved.',
    ),
  )
  .post(
    '/addresses/remove',
    route(
      'Removes a saved address.',
      { ...anySession, body: z.object({ id: addressId }) },
      removeAddress,
      'The address is removed.',
    ),
  )
  .get('/sessions', route('Lists the signed-in devices.', ofAccount, listSessions))
  .post(
    '/sessions/end',
    route('Signs a device out.', { ...ofAccount, body: z.object({ id: sessionId }) }, endSession, () => ({
      message: 'That device is signed out.',
    })),
  )
  .post(
    '/sessions/end-others',
    route(
      'Signs out all other devices.',
      { ...ofAccount, body: nothing },
      endSessions,
      'All other devices are signed out.',
    ),
  )
  .post(
    '/export',
    route(
      'Downloads the personal data of the account.',
      { ...ofAccount, body: proof },
      exportData,
      (exported) => ({
        file: `${slugOf(store.name)}-my-data-${dayOf(Date.parse(exported.at))}.json`,
        ...exported,
      }),
    ),
  )
  .post(
    '/delete',
    route(
      'Deletes the account.',
      { session: 'account, ends', body: deleteForm },
      deleteAccount,
      'Your account is deleted.',
    ),
  );
