/** Emails about reviews: asking for one, and what the shop did with one. */
import { hideReasons } from '#domain/reviews/review-constants.ts';
import { policyPath } from '#lib/paths.ts';
import { button, type Draft, type EmailContext, paragraph, quote, small } from './draft.ts';
import type { DataOf } from './email-data.ts';
import { sanitize, sanitizeOwnText } from './sanitize.ts';
import { unsubscribeLinks } from './unsubscribe-links.ts';

/** Asks once, three weeks after delivery, for reviews of what was delivered. */
export const draftReviewRequest = (
  { order, products, unsubscribeUrl }: DataOf<'review_request'>,
  context: EmailContext,
): Draft => ({
  subject: `How do you like it? Your order ${order.reference}`,
  preheader: 'Your review helps others with skin like yours. A critical review helps as much as a good one.',
  heading: `How is it going, ${sanitize(order.shippingAddress.firstName, 40)}?`,
  blocks: [
    paragraph(
      'Your order ',
      { strong: order.reference },
      ' was delivered some weeks ago. If you have used it since, please tell others what you liked and what you did not like:',
    ),
    {
      type: 'list',
      items: products.map(({ name, url }) => [{ link: `Review ${sanitize(name, 200)}`, to: url }]),
    },
    paragraph(
      'The links open the form without a password. There is no reward for a review, and we publish good and bad ones alike.',
    ),
    small(
      'We ask once for each order. The links work for a year, for everybody who has them: please do not share them.',
    ),
  ],
  reason: `you ordered from ${context.store.name} with this address`,
  unsubscribe: unsubscribeLinks(unsubscribeUrl, 'Do not ask me for reviews again'),
});

/** To the writer of a review that was hidden. */
export const draftReviewHidden = (
  { product, reason, url }: DataOf<'review_hidden'>,
  context: EmailContext,
): Draft => ({
  subject: `Your review of ${sanitize(product, 100)} is hidden`,
  preheader: `The reason: ${hideReasons[reason]}.`,
  heading: 'Your review is hidden',
  blocks: [
    paragraph(
      `We have hidden your review of ${sanitize(product, 200)}. Nobody else sees it, and it does not count in the average. The reason: `,
      { strong: hideReasons[reason] },
      '.',
    ),
    paragraph(
      'Is this a mistake? You can object once, or change or withdraw the review. A person reads your objection and answers by email.',
    ),
    button('See your review', url),
    paragraph({ link: 'When we hide a review', to: `${context.url}${policyPath('reviews')}` }),
  ],
  reason: `you wrote a review at ${context.store.name}`,
});

/** To the writer of a review that is shown again, or that stays hidden after an objection. */
export const draftReviewDecided = (
  { product, answer, url }: DataOf<'review_decided'>,
  context: EmailContext,
): Draft => {
  const shown = answer === null;
  return {
    subject: `Your review of ${sanitize(product, 100)} ${shown ? 'is visible again' : 'stays hidden'}`,
    preheader: shown ? 'Everybody can read it again.' : 'Our answer to your objection.',
    heading: shown ? 'Your review is visible again' : 'Your review stays hidden',
    blocks: [
      paragraph(
        shown
          ? `Your review of ${sanitize(product, 200)} is visible again, and counts in the average.`
          : `We have read your objection. Your review of ${sanitize(product, 200)} stays hidden. Our answer:`,
      ),
      ...(shown ? [] : [quote(sanitizeOwnText(answer))]),
      button('See your review', url),
      ...(shown
        ? []
        : [
            paragraph('Do you not agree? Write to our ', {
              link: 'grievance officer',
              to: `${context.url}${policyPath('grievance')}`,
            }),
          ]),
    ],
    reason: `you wrote a review at ${context.store.name}`,
  };
};
