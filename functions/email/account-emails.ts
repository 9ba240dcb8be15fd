/**
 * Letters about an account. Whoever reads them may not be its owner, so they carry the link and nothing
 * else: no name, no order, no offer. Each says what to do if it was not you.
 */
import { paths } from '#lib/paths.ts';
import { clean } from './clean.ts';
import { type Block, button, careEmail, carePhone, type Draft, type Shop, small, words } from './draft.ts';
import type { DataOf } from './email.ts';

const about = ({ store }: Shop): string => `it is the address of a ${store.name} account`;

/** The link once more to be copied, for clients where the button is dead. */
const linkToo = (url: string): Block =>
  small('If the button does nothing, copy this address into your browser: ', { link: url, to: url });

/** `asha@example.com` to `a•••@e•••.com`: enough to know one's own, too little to learn another's. */
function masked(email: string): string {
  const [local = '', domain = ''] = clean(email, 254).split('@');
  const end = domain.split('.').at(-1);
  return `${[...local][0] ?? ''}•••@${[...domain][0] ?? ''}•••.${end}`;
}

const tellUs = (shop: Shop): Block =>
  words(
    { strong: 'Was it not you?' },
    ' Write to ',
    careEmail(shop),
    ' or call ',
    carePhone(shop),
    ' at once, and we look into it with you.',
  );

/** @param minutes how long the link works */
export const passwordReset = ({ url, minutes }: DataOf<'password_reset'>, shop: Shop): Draft => ({
  subject: `Choose a new password for ${shop.store.name}`,
  preheader: `Within ${minutes} minutes, please.`,
  heading: 'Choose a new password',
  blocks: [
    words(
      `Somebody, most likely you, asked for a new password for the ${shop.store.name} account with this address. The link works once, for ${minutes} minutes.`,
    ),
    button('Choose a new password', url),
    linkToo(url),
    words(
      { strong: 'Was it not you?' },
      ' Then do nothing: the password stays as it is. Please pass this link on to nobody, not even to somebody who says that they work for us.',
    ),
  ],
  why: about(shop),
});

export const passwordChanged = (shop: Shop): Draft => ({
  subject: `Your ${shop.store.name} password was changed`,
  preheader: 'If it was not you, please act at once.',
  heading: 'Your password was changed',
  blocks: [
    words(
      `The password of the ${shop.store.name} account with this address was changed, and every other device is signed out. If it was you, all is well.`,
    ),
    words(
      { strong: 'Was it not you?' },
      ' ',
      { link: 'Choose another password', to: `${shop.url}${paths.forgot}` },
      ' at once. If that does not work, write to ',
      careEmail(shop),
      ' or call ',
      carePhone(shop),
      '.',
    ),
  ],
  why: about(shop),
});

/** The first email to an account's address. @param hours how long the link works */
export const verifyEmail = ({ url, hours }: DataOf<'verify_email'>, shop: Shop): Draft => ({
  subject: `Confirm your email address for ${shop.store.name}`,
  preheader: `Within ${hours} hours, please.`,
  heading: 'Is this address yours?',
  blocks: [
    words(
      `Somebody, most likely you, opened a ${shop.store.name} account with this address. Please confirm that it is yours. The link works once, for ${hours} hours.`,
    ),
    button('Confirm this address', url),
    linkToo(url),
    words(
      { strong: 'Was it not you?' },
      ' Then please do not open the link. If you want the account for yourself, ',
      { link: 'choose a new password', to: `${shop.url}${paths.forgot}` },
      ': nothing that others put into it stays.',
    ),
  ],
  why: `somebody entered this address at ${shop.store.name}`,
});

/** To the new address. @param minutes how long the link works */
export const emailChange = ({ url, newEmail, minutes }: DataOf<'email_change'>, shop: Shop): Draft => ({
  subject: `Confirm your new email address for ${shop.store.name}`,
  preheader: `Within ${minutes} minutes, please.`,
  heading: 'Is this address yours?',
  blocks: [
    words(
      `Somebody, most likely you, wants to use ${clean(newEmail, 254)} for their ${shop.store.name} account. Please confirm it. The link works once, for ${minutes} minutes.`,
    ),
    button('Confirm this address', url),
    linkToo(url),
    words({ strong: 'Was it not you?' }, ' Then do nothing: without the link nothing changes.'),
  ],
  why: `somebody entered this address at ${shop.store.name}`,
});

/** To the old address. */
export const emailChanged = ({ newEmail }: DataOf<'email_changed'>, shop: Shop): Draft => ({
  subject: `The email address of your ${shop.store.name} account was changed`,
  preheader: 'If it was not you, please act at once.',
  heading: 'Your email address was changed',
  blocks: [
    words(
      `Your ${shop.store.name} account now has the address ${masked(newEmail)}, and we write there from now on. If it was you, all is well.`,
    ),
    tellUs(shop),
  ],
  why: `it was the address of a ${shop.store.name} account`,
});

export const accountDeleted = (shop: Shop): Draft => ({
  subject: `Your ${shop.store.name} account is deleted`,
  preheader: 'What we erased, and what we have to keep.',
  heading: 'Your account is deleted',
  blocks: [
    words(
      'As you asked, we have deleted your account with your name, addresses and cart. Past orders stay in our books without your name, since tax law wants every sale on record. Messages that you sent us stay for a while, so that we can answer questions about them.',
    ),
    words('You are welcome back whenever you like, with a new account.'),
    tellUs(shop),
  ],
  why: `it was the address of a ${shop.store.name} account`,
});
