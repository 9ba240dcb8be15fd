/** Emails of the newsletter and of customer care, and emails to operators. */
import { formatDay } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { deskPath, journalPath, paths } from '#lib/paths.ts';
import {
  type Block,
  button,
  careEmail,
  carePhone,
  type Draft,
  type EmailContext,
  paragraph,
  quote,
  small,
  title,
} from './draft.ts';
import type { DataOf } from './email-data.ts';
import { sanitize, sanitizeOwnText } from './sanitize.ts';
import { unsubscribeLinks } from './unsubscribe-links.ts';

/** Asks to confirm a subscription: anybody may have typed the address, so it is no newsletter yet. */
export const draftConfirmSubscription = (
  { percent, minOrder, url }: DataOf<'subscribe'>,
  context: EmailContext,
): Draft => ({
  subject: `Welcome to ${context.store.name}: your code for ${percent}% off is one click away`,
  preheader: 'Confirm your subscription, and the page shows your code.',
  heading: 'Is this address yours?',
  blocks: [
    paragraph(
      `Somebody, most likely you, entered this address for emails from ${context.store.name}. Confirm it, and you get your discount code: `,
      { strong: `${percent}% off one order of ${formatPrice(minOrder)} or more` },
      '.',
    ),
    button('Confirm and show my code', url),
    small('If the button does nothing, copy this address into your browser: ', { link: url, to: url }),
    paragraph(
      { strong: 'Was this not you?' },
      ' Then please ignore this email: we will not send another one.',
    ),
  ],
  reason: `somebody entered this address at ${context.store.name}`,
});

/** Links to what the shop has to read. */
function reading({ store: { features }, url }: EmailContext): Block[] {
  const items = [
    ...(features.ingredients ? [[{ link: 'What is inside', to: url + paths.ingredients }]] : []),
    ...(features.journal ? [[{ link: 'The journal', to: url + journalPath }]] : []),
  ];
  return items.length ? [paragraph('Or read more about our products:'), { type: 'list', items }] : [];
}

/** The first email of the newsletter, with a discount code. It is marketing, so it has an unsubscribe link. */
export const draftWelcome = (
  { code, percent, minOrder, validUntil, unsubscribeUrl }: DataOf<'welcome'>,
  context: EmailContext,
): Draft => ({
  subject: `Welcome to ${context.store.name}: your code for ${percent}% off`,
  preheader: `${percent}% off one order of ${formatPrice(minOrder)} or more.`,
  heading: `Welcome to ${context.store.name}`,
  blocks: [
    paragraph(
      'Thank you for subscribing. This is your discount: ',
      { strong: `${percent}% off one order of ${formatPrice(minOrder)} or more` },
      '.',
    ),
    // The millisecond before it belongs to the last valid day.
    {
      type: 'highlight',
      label: `Your code, valid until ${formatDay(validUntil - 1)}`,
      value: code,
      code: true,
    },
    paragraph(
      'Enter it in the cart or at checkout, signed in with the address that received this email. It works once.',
    ),
    button('Visit the shop', `${context.url}${paths.collection}`),
    ...reading(context),
    small(
      `From now on we will write to you sometimes, about ${context.store.features.journal ? 'a new article or ' : ''}a new product.`,
    ),
  ],
  reason: `this address was entered for emails from ${context.store.name}`,
  unsubscribe: unsubscribeLinks(unsubscribeUrl),
});

/** What was sold out is back: the only email of an alert. Anybody may have typed the address. */
export const draftStockAlert = (
  { name, url, unsubscribeUrl }: DataOf<'stock_alert'>,
  context: EmailContext,
): Draft => ({
  subject: `Back in stock: ${sanitize(name, 120)}`,
  preheader: 'You asked us to tell you. This is the only email about it.',
  heading: `${sanitize(name, 120)} is back`,
  blocks: [
    paragraph(
      'Somebody, most likely you, asked on the page of ',
      { strong: sanitize(name, 120) },
      ' for an email when it is back in stock. It is.',
    ),
    button('See it in the shop', url),
    paragraph(
      'We write to as many people as there are pieces, in the order in which they asked. We reserve none, so it can sell out again.',
    ),
    small('This is the only email about it. If it sells out again, you can ask again on its page.'),
  ],
  reason: `somebody entered this address on the page of a product at ${context.store.name}`,
  unsubscribe: unsubscribeLinks(unsubscribeUrl, 'Do not tell me about other products either'),
});

/** The receipt of a message. Anybody may have entered the address, so it only quotes the message. */
export const draftTicketReceived = (
  { reference, subject, message, name }: DataOf<'ticket_received'>,
  context: EmailContext,
): Draft => ({
  subject: `We have your message: ${sanitize(subject, 120)}${reference ? ` [${reference}]` : ''}`,
  preheader: 'A person reads it and replies to you by email.',
  heading: name?.trim() ? `Thank you, ${sanitize(name, 40)}` : 'Thank you for writing',
  blocks: [
    paragraph('We have received your message. A person reads it and replies to this address.'),
    ...(reference ? [{ type: 'highlight', label: 'Your reference', value: reference } as const] : []),
    paragraph('This is what you wrote:'),
    quote(`${sanitize(subject, 120)}\n\n${sanitize(message, 4000, 'lines')}`),
    ...(context.store.care.phone
      ? [
          paragraph(
            'Is it urgent? Call us: ',
            carePhone(context),
            `, ${context.store.care.hours ?? 'at any time'}.`,
          ),
        ]
      : []),
    small('Did you not write to us? Then somebody mistyped their address, and you can ignore this email.'),
  ],
  reason: `somebody wrote to ${context.store.name} with this address`,
});

/** An operator's reply to a message, with the message below. The reference in the subject identifies the ticket. */
export const draftTicketAnswer = (
  { reference, subject, message, name, answer }: DataOf<'ticket_answer'>,
  context: EmailContext,
): Draft => ({
  subject: `Re: ${sanitize(subject, 120)} [${reference}]`,
  preheader: sanitize(sanitizeOwnText(answer), 120),
  heading: name?.trim() ? `Hello ${sanitize(name, 40)}` : 'Hello',
  blocks: [
    ...sanitizeOwnText(answer)
      .split('\n\n')
      .map((paragraph) => ({ type: 'lines', lines: paragraph.split('\n') }) as const),
    small(`Reply to this email to write to us again. Please keep ${reference} in the subject.`),
    title('You wrote'),
    quote(`${sanitize(subject, 120)}\n\n${sanitize(message, 4000, 'lines')}`),
  ],
  reason: `somebody wrote to ${context.store.name} with this address`,
});

/** What an operator should do about a change that was not agreed. */
const ifNotAgreed = (context: EmailContext) =>
  paragraph(
    { strong: 'Was this not agreed?' },
    ' Check the list of operators at ',
    { link: 'the desk', to: `${context.url}${deskPath}#people` },
    ' right away, change your own password, and write to ',
    careEmail(context),
    ' or call ',
    carePhone(context),
    '.',
  );

/** To all operators when somebody becomes an operator or is no longer one, so that no change goes unnoticed. */
export const draftRoleChanged = (
  { role, name, email, by }: DataOf<'role_changed'>,
  context: EmailContext,
): Draft => {
  const { store, url } = context;
  const [who, whoBy] = [sanitize(name, 30), sanitize(by, 30)];
  const added = role === 'operator';
  return {
    subject: `${who} is ${added ? 'now' : 'no longer'} an operator of ${store.name}`,
    preheader: `${whoBy} made this change at the desk.`,
    heading: added ? 'A new operator' : 'An operator was removed',
    blocks: [
      paragraph(
        `${whoBy} has made ${who} (${sanitize(email, 254)}) `,
        added
          ? 'an operator. Operators can see and do everything at the desk.'
          : 'a shopper again. That account can no longer use the desk.',
      ),
      paragraph(
        'The account is signed out everywhere. ',
        ...(added
          ? [
              'Its old password no longer works. Its owner ',
              { link: 'chooses a new one', to: `${url}${paths.forgot}` },
              ' with a link that is sent to that address, so that nobody else can sign in.',
            ]
          : ['Its password stays the same.']),
      ),
      ifNotAgreed(context),
    ],
    reason: `you are or were an operator of ${store.name}`,
  };
};

/** To all operators when an operator's second factor was set up or reset, so that no change goes unnoticed. */
export const draftSecondFactorChanged = (
  { change, name, email, by }: DataOf<'second_factor'>,
  context: EmailContext,
): Draft => {
  const { store } = context;
  const who = sanitize(name, 30);
  const account = `${who} (${sanitize(email, 254)})`;
  const reset = change === 'reset';
  return {
    subject: `Two-step sign-in of ${who} was ${reset ? 'reset' : 'set up'}`,
    preheader: 'If this was not agreed, please act right away.',
    heading: reset ? 'Two-step sign-in was reset' : 'Two-step sign-in was set up',
    blocks: [
      paragraph(
        reset
          ? `${sanitize(by ?? '', 30)} has reset the two-step sign-in of ${account}. The account is signed out everywhere, and its owner sets up two-step sign-in again at the next sign-in.`
          : `${account} now signs in with a code from an authenticator app. The account is signed out on all other devices.`,
      ),
      ifNotAgreed(context),
    ],
    reason: `you run ${store.name}`,
  };
};

/** A problem that an operator has to look at. */
export const draftOperatorFlag = (
  { title, lines }: DataOf<'operator_flag'>,
  context: EmailContext,
): Draft => ({
  subject: `Needs attention: ${sanitize(title, 120)}`,
  preheader: sanitize(lines[0] ?? title, 120),
  heading: sanitize(title, 120),
  blocks: [
    paragraph('The shop could not resolve this by itself:'),
    { type: 'list', items: lines.map((line) => sanitize(line, 500)) },
  ],
  reason: `you run ${context.store.name}`,
});
