/**
 * Emails about an account. The reader may not be its owner, so they contain no name, no order and no offer. Each says
 * what to do if the reader did not ask for it.
 */
import { paths } from '#lib/paths.ts';
import {
  type Block,
  button,
  careEmail,
  carePhone,
  type Draft,
  type EmailContext,
  paragraph,
  small,
} from './draft.ts';
import type { DataOf } from './email-data.ts';
import { sanitize } from './sanitize.ts';

const reason = ({ store }: EmailContext): string => `it is the address of a ${store.name} account`;

/** The link as text to copy, for mail clients in which the button does not work. */
const linkAsText = (url: string): Block =>
  small('If the button does nothing, copy this address into your browser: ', { link: url, to: url });

/** `asha@example.com` becomes `a•••@e•••.com`: the owner recognises it, others do not learn it. */
function masked(email: string): string {
  const [local = '', domain = ''] = sanitize(email, 254).split('@');
  const end = domain.split('.').at(-1);
  return `${[...local][0] ?? ''}•••@${[...domain][0] ?? ''}•••.${end}`;
}

const contactUs = (context: EmailContext): Block =>
  paragraph(
    { strong: 'Was this not you?' },
    ' Write to ',
    careEmail(context),
    ' or call ',
    carePhone(context),
    ' right away. We will look into it with you.',
  );

/** @param minutes how long the link works */
export const draftPasswordReset = (
  { url, minutes }: DataOf<'password_reset'>,
  context: EmailContext,
): Draft => ({
  subject: `Choose a new password for ${context.store.name}`,
  preheader: `The link works for ${minutes} minutes.`,
  heading: 'Choose a new password',
  blocks: [
    paragraph(
      `Somebody, most likely you, asked for a new password for the ${context.store.name} account with this address. The link works once, for ${minutes} minutes.`,
    ),
    button('Choose a new password', url),
    linkAsText(url),
    paragraph(
      { strong: 'Was this not you?' },
      ' You can ignore this email: the password stays the same. Please do not share the link, not even with somebody who says that they work for us.',
    ),
  ],
  reason: reason(context),
});

export const draftPasswordChanged = (context: EmailContext): Draft => ({
  subject: `Your ${context.store.name} password was changed`,
  preheader: 'If this was not you, please act right away.',
  heading: 'Your password was changed',
  blocks: [
    paragraph(
      `The password of the ${context.store.name} account with this address was changed, and every other device is signed out. If this was you, you need to do nothing.`,
    ),
    paragraph(
      { strong: 'Was this not you?' },
      ' ',
      { link: 'Choose another password', to: `${context.url}${paths.forgot}` },
      ' right away. If that does not work, write to ',
      careEmail(context),
      ' or call ',
      carePhone(context),
      '.',
    ),
  ],
  reason: reason(context),
});

/** To a guest whose cash order waits for it: it says that the mailbox is real. */
const confirmForOrder = ({ url, hours }: DataOf<'verify_email'>, context: EmailContext): Draft => ({
  subject: `Confirm your order at ${context.store.name}`,
  preheader: `The link works for ${hours} hours.`,
  heading: 'Is this order yours?',
  blocks: [
    paragraph(
      `Somebody, most likely you, wants to order at ${context.store.name} with this address and pay in cash. Please confirm it, and place the order again where you started. The link works once, for ${hours} hours.`,
    ),
    button('Confirm this address', url),
    linkAsText(url),
    paragraph({ strong: 'Was this not you?' }, ' Then please do not open the link: nothing is ordered.'),
  ],
  reason: `somebody entered this address at ${context.store.name}`,
});

/** The first email to an account's address. @param hours how long the link works */
const verifyAccount = ({ url, hours }: DataOf<'verify_email'>, context: EmailContext): Draft => ({
  subject: `Confirm your email address for ${context.store.name}`,
  preheader: `The link works for ${hours} hours.`,
  heading: 'Is this address yours?',
  blocks: [
    paragraph(
      `Somebody, most likely you, opened a ${context.store.name} account with this address. Please confirm that it is yours. The link works once, for ${hours} hours.`,
    ),
    button('Confirm this address', url),
    linkAsText(url),
    paragraph(
      { strong: 'Was this not you?' },
      ' Please do not open the link. If you want to use the account, ',
      { link: 'choose a new password', to: `${context.url}${paths.forgot}` },
      ': everything that others saved in it is then deleted.',
    ),
  ],
  reason: `somebody entered this address at ${context.store.name}`,
});

/** A link that confirms an address. */
export const draftVerifyEmail = (data: DataOf<'verify_email'>, context: EmailContext): Draft =>
  data.order ? confirmForOrder(data, context) : verifyAccount(data, context);

/** To the new address. @param minutes how long the link works */
export const draftEmailChange = (
  { url, newEmail, minutes }: DataOf<'email_change'>,
  context: EmailContext,
): Draft => ({
  subject: `Confirm your new email address for ${context.store.name}`,
  preheader: `The link works for ${minutes} minutes.`,
  heading: 'Is this address yours?',
  blocks: [
    paragraph(
      `Somebody, most likely you, wants to use ${sanitize(newEmail, 254)} for their ${context.store.name} account. Please confirm it. The link works once, for ${minutes} minutes.`,
    ),
    button('Confirm this address', url),
    linkAsText(url),
    paragraph(
      { strong: 'Was this not you?' },
      ' You can ignore this email: nothing changes unless the link is opened.',
    ),
  ],
  reason: `somebody entered this address at ${context.store.name}`,
});

/** To the old address. */
export const draftEmailChanged = ({ newEmail }: DataOf<'email_changed'>, context: EmailContext): Draft => ({
  subject: `The email address of your ${context.store.name} account was changed`,
  preheader: 'If this was not you, please act right away.',
  heading: 'Your email address was changed',
  blocks: [
    paragraph(
      `Your ${context.store.name} account now has the address ${masked(newEmail)}, and we will write to it from now on. If this was you, you need to do nothing.`,
    ),
    contactUs(context),
  ],
  reason: `it was the address of a ${context.store.name} account`,
});

/** To a guest who has chosen a password. @param hasAccount the address has an account, whose password stays */
export const draftGuestClaim = ({ url, hasAccount }: DataOf<'guest_claim'>, context: EmailContext): Draft => {
  const { name } = context.store;
  return {
    subject: hasAccount ? `Add your order to your ${name} account` : `Finish your ${name} account`,
    preheader: hasAccount ? 'There is an account with this address already.' : 'One more step.',
    heading: hasAccount ? 'You have an account already' : 'Is this address yours?',
    blocks: [
      paragraph(
        hasAccount
          ? `Somebody, most likely you, ordered from ${name} with this address and chose a password for a new account. There is an account with this address already, and its password stays the same. To add the order to it, open the link and sign in.`
          : `Somebody, most likely you, ordered from ${name} with this address and chose a password for an account. To finish, open the link on the same device. On another device you will be asked for a password again.`,
      ),
      button(hasAccount ? 'Add the order' : 'Finish the account', url),
      linkAsText(url),
      paragraph(
        { strong: 'Was this not you?' },
        ' You can ignore this email: nothing changes unless the link is opened. Please do not share the link, since it opens the order.',
      ),
    ],
    reason: `somebody ordered from ${name} with this address`,
  };
};

/** To the guest of an order whose link somebody has opened. @param minutes how long the code works */
export const draftOrderCode = (
  { reference, code, minutes }: DataOf<'order_code'>,
  context: EmailContext,
): Draft => ({
  subject: `${code} is your code for order ${reference}`,
  preheader: `It works for ${minutes} minutes.`,
  heading: 'Your code',
  blocks: [
    paragraph(
      `Somebody, most likely you, has opened the link of order ${reference} and wants to do more than see it: correct the address, return something, or make an account of it. This code allows it, on the page where it was asked for, for ${minutes} minutes.`,
    ),
    { type: 'highlight', label: `Code for order ${reference}`, value: code, code: true },
    paragraph(
      { strong: 'Was this not you?' },
      ' Then somebody else has the link. Without the code they can change nothing. Please tell it to nobody, not even to somebody who says that they work for us. To withdraw the link, write to ',
      careEmail(context),
      ' or call ',
      carePhone(context),
      '.',
    ),
  ],
  reason: `it is the address of order ${reference}`,
});

export const draftAccountDeleted = (context: EmailContext): Draft => ({
  subject: `Your ${context.store.name} account is deleted`,
  preheader: 'What we erased, and what we have to keep.',
  heading: 'Your account is deleted',
  blocks: [
    paragraph(
      'As you asked, we have deleted your account with your name, addresses and cart. We keep past orders without your name, since tax law requires a record of every sale. We also keep messages that you sent us for a while, so that we can answer questions about them.',
    ),
    paragraph('You can open a new account at any time.'),
    contactUs(context),
  ],
  reason: `it was the address of a ${context.store.name} account`,
});
