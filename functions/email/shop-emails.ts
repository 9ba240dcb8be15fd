/** Letters about neither an order nor one's own account: the welcome, the receipt of a message, word to operators. */
import { unsubscribePaths } from '#features/newsletter/unsubscribe.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { clean, own } from './clean.ts';
import { button, careEmail, carePhone, type Draft, quote, type Shop, small, title, words } from './draft.ts';
import type { DataOf } from './email.ts';

/** The page for a reader and the address for their mail client, from the one link that holds the token. */
function unsubscribing(link: string): NonNullable<Draft['unsubscribe']> {
  const url = new URL(link);
  const token = url.searchParams.get('token') ?? '';
  return {
    page: `${url.origin}${unsubscribePaths.page(token)}`,
    oneClick: `${url.origin}${unsubscribePaths.api(token)}`,
  };
}

/** The first letter of the newsletter. It is marketing: whoever does not want it leaves with one click. */
export const welcome = (
  { code, percent, minOrder, validUntil, unsubscribeUrl }: DataOf<'welcome'>,
  shop: Shop,
): Draft => ({
  subject: `Welcome to ${shop.store.name}: your code for ${percent}% off`,
  preheader: `${percent}% off one order of ${formatPrice(minOrder)} or more.`,
  heading: `Welcome to ${shop.store.name}`,
  blocks: [
    words(
      'Thank you for subscribing. Your first letter brings what we promised: ',
      { strong: `${percent}% off one order of ${formatPrice(minOrder)} or more` },
      '.',
    ),
    // Its last millisecond is of the last day on which it is taken.
    {
      is: 'key',
      label: `Your code, valid until ${formatOrderDate(validUntil - 1)}`,
      value: code,
      code: true,
    },
    words(
      'Enter it in the cart or at checkout, signed in with the address that this letter came to. It works once.',
    ),
    button('Look around', `${shop.url}${paths.collection}`),
    words('Or begin with a page to read:'),
    {
      is: 'list',
      items: [
        [{ link: 'What is inside, and what is not', to: `${shop.url}${paths.aboutIngredients}` }],
        [{ link: 'The skincare journal', to: `${shop.url}${paths.journal}` }],
      ],
    },
    small('From now on we write now and then: a new article, a new product, no noise.'),
  ],
  why: `this address was entered for letters from ${shop.store.name}`,
  unsubscribe: unsubscribing(unsubscribeUrl),
});

/** The receipt of a message. Anybody may have entered the address, so it quotes, and says nothing else. */
export const ticketReceived = ({ subject, message, name }: DataOf<'ticket_received'>, shop: Shop): Draft => ({
  subject: `We have your message: ${clean(subject, 120)}`,
  preheader: 'A person reads it and replies to you by email.',
  heading: name?.trim() ? `Thank you, ${clean(name, 40)}` : 'Thank you for writing',
  blocks: [
    words('Your message is with us. A person reads it and replies to this address. This is what you wrote:'),
    quote(`${clean(subject, 120)}\n\n${clean(message, 4000, 'lines')}`),
    words('Is it urgent? Call us: ', carePhone(shop), `, ${shop.store.care.hours}.`),
    small('Was it not you who wrote? Then somebody mistyped their address. You need do nothing.'),
  ],
  why: `somebody wrote to ${shop.store.name} with this address`,
});

/** What one of us wrote to a message, with the message under it. The subject's reference finds its ticket again. */
export const ticketAnswer = (
  { reference, subject, message, name, answer }: DataOf<'ticket_answer'>,
  shop: Shop,
): Draft => ({
  subject: `Re: ${clean(subject, 120)} [${reference}]`,
  preheader: clean(own(answer), 120),
  heading: name?.trim() ? `Hello ${clean(name, 40)}` : 'Hello',
  blocks: [
    ...own(answer)
      .split('\n\n')
      .map((paragraph) => ({ is: 'lines', lines: paragraph.split('\n') }) as const),
    small(`Reply to this letter if there is more to say; please leave ${reference} in the subject.`),
    title('You wrote'),
    quote(`${clean(subject, 120)}\n\n${clean(message, 4000, 'lines')}`),
  ],
  why: `somebody wrote to ${shop.store.name} with this address`,
});

/** What an operator does about a change that they did not agree to. */
const notAgreed = (shop: Shop) =>
  words(
    { strong: 'Was this not agreed?' },
    ' Look at once who stands on the list at ',
    { link: 'the desk', to: `${shop.url}${paths.desk}#people` },
    ', change your own password, and write to ',
    careEmail(shop),
    ' or call ',
    carePhone(shop),
    '.',
  );

/** Who may come behind the counter has changed: word to all who stand there, so that none is let in unseen. */
export const roleChanged = ({ role, name, email, by }: DataOf<'role_changed'>, shop: Shop): Draft => {
  const { store, url } = shop;
  const [who, whoBy] = [clean(name, 30), clean(by, 30)];
  const added = role === 'operator';
  return {
    subject: `${who} is ${added ? 'now' : 'no longer'} an operator of ${store.name}`,
    preheader: `${whoBy} did this at the desk. Does anybody mind?`,
    heading: added ? 'A new operator' : 'One operator fewer',
    blocks: [
      words(
        `${whoBy} has made ${who} (${clean(email, 254)}) `,
        added
          ? 'an operator, who sees and does everything at the desk.'
          : 'a shopper again: the desk is closed to that account.',
      ),
      words(
        'The account is signed out everywhere. ',
        ...(added
          ? [
              'Its old password is no longer good: its owner ',
              { link: 'chooses a new one', to: `${url}${paths.forgot}` },
              ' by a letter to that address, so that nobody else gets in.',
            ]
          : ['Its password stays as it is.']),
      ),
      notAgreed(shop),
    ],
    why: `you run ${store.name}, or did until now`,
  };
};

/** An operator's second factor was set up or reset: told to all of them, so that neither happens unseen. */
export const secondFactorChanged = (
  { change, name, email, by }: DataOf<'second_factor'>,
  shop: Shop,
): Draft => {
  const { store } = shop;
  const who = clean(name, 30);
  const account = `${who} (${clean(email, 254)})`;
  const reset = change === 'reset';
  return {
    subject: `Two-step sign-in of ${who} was ${reset ? 'reset' : 'set up'}`,
    preheader: 'If this was not agreed, please act at once.',
    heading: reset ? 'A second step was reset' : 'A second step was set up',
    blocks: [
      words(
        reset
          ? `${clean(by ?? '', 30)} has reset the two-step sign-in of ${account}. The account is signed out everywhere, and its owner sets up another at the next sign-in.`
          : `${account} signs in with a code of an authenticator app from now on. The account is signed out on all other devices.`,
      ),
      notAgreed(shop),
    ],
    why: `you run ${store.name}`,
  };
};

/** Something that a person of the shop has to look at. */
export const operatorFlag = ({ title, lines }: DataOf<'operator_flag'>, shop: Shop): Draft => ({
  subject: `To be looked at: ${clean(title, 120)}`,
  preheader: clean(lines[0] ?? title, 120),
  heading: clean(title, 120),
  blocks: [
    words('The shop could not settle this by itself:'),
    { is: 'list', items: lines.map((line) => clean(line, 500)) },
  ],
  why: `you run ${shop.store.name}`,
});
