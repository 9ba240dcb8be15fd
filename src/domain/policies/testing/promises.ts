/**
 * What policies, answers, emails and screens promise, and what keeps it (../promises.test.ts). A new sentence of this kind needs a
 * row here, and a rule that keeps it.
 * rule: long - one row a promise
 */

/**
 * @property says part of the sentence, as it is written
 * @property by what keeps it: a route (`POST /api/order/cancel`), the file of a rule, or `people: ` and where they see it
 * @property test proves it
 */
export type Kept = { says: string; by: string; test: string };

const api = (name: string) => `tests/api/${name}.test.ts`;
const browser = (name: string) => `tests/browser/${name}.test.ts`;

/** Rows of one rule. */
const row = (by: string, test: string, ...said: readonly string[]): Kept[] =>
  said.map((says) => ({ says, by, test }));

export const kept: readonly Kept[] = [
  ...row(
    'people: whoever adds the first products writes the newsletter',
    'tests/nightly/new-shop.test.ts',
    'we write when they are here',
    "text: 'We write only about new products.",
  ),
  // Answers to messages and returns.
  ...row(
    'functions/desk/today.ts',
    api('desk-today'),
    'we reply within {{care.reply}}',
    'We reply within {{care.reply}}',
    'We write to you when we have looked at it',
    'If we need something from you, we ask for it once',
    'we settle the complaint and tell you in writing',
  ),
  ...row(
    'functions/desk/today.ts',
    api('desk-today'),
    'We send the money within {{refunds.days}}',
    'within {{refunds.days}}, and you do not need to ask',
    'card, UPI ID or bank account within {{refunds.days}}',
    'we refund all of it within {{refunds.days}}, in the way that you paid',
    'within 7 business days, and write to you when it is sent',
  ),
  ...row(
    'functions/payments/settle-due.ts',
    api('bank-transfer'),
    'We keep your products until then, and pack when the money has arrived',
    'If the money is on its way, we send it back',
  ),
  // Refunds.
  ...row(
    'functions/orders/due-refund.ts',
    api('refunds'),
    'We refund you in the way that you paid',
    'we refund you by UPI or bank transfer',
    'If the fault is ours and you need not return the product, we send it at once',
    'How we refund you',
    'We write to you on that day',
  ),
  ...row(
    'POST /api/order/cancel',
    api('cancel'),
    'We refund what you have paid online',
    'We will refund what you have paid.',
    'and cannot be undone. If a payment still arrives, we send it back',
  ),
  ...row(
    'POST /api/order/cancel',
    api('cancel-part'),
    'If you cancel only a part, we refund its price less its share of the discount',
    'We will refund what you have paid for these pieces.',
    '} We will refund ',
  ),
  ...row(
    'functions/payments/confirm.ts',
    api('webhooks'),
    'We refund that money in full too',
    'If money arrives for an order that was cancelled, we refund it',
  ),
  ...row(
    'functions/payments/confirm.ts',
    api('held-unpaid'),
    'if they are sold out before your payment arrives, we refund all of it',
    'We then do not keep the products while you pay',
    'we then cancel them and tell you',
    'The last pieces were sold before your payment arrived. We refund all of it',
  ),
  ...row(
    'POST /api/order/move',
    api('moves'),
    'If it turns out later that no courier delivers there, we tell you and cancel the order',
    'You owe nothing, and we refund what you have paid',
    'you pay no cash, and we refund what you have paid online',
    'we end the order, refund what you have paid, and write to you',
    'If the parcel comes back to us, we end the order and write to you',
    'We then tell you why',
  ),
  ...row(
    'src/domain/orders/refund-labels.ts',
    'functions/email/order-emails.test.ts',
    'We never ask for a PIN, a password or an OTP',
    'We never ask for a PIN or an OTP',
    'We never ask for an advance payment, a card number, a UPI PIN or an OTP',
  ),
  // Returns and exchanges.
  ...row(
    'POST /api/desk/returns/check',
    api('returns'),
    'If a return does not meet the condition, we tell you why',
    'Within the {{returns.days}} days, we refund the product',
    'We send the money there once we have checked what came back',
    'We refund it to the card, UPI or account that you paid with, once we have checked',
    'Where should we send the money?',
    'You have said where we send the money.',
    'Thank you. We send the money there.',
    'What we send instead',
  ),
  ...row(
    'functions/returns/exchange.ts',
    api('exchanges'),
    'We send it as soon as we have checked what came back',
    'If it costs less, we refund the difference',
    'we replace it if it is in stock, or refund it',
    'We replace what we have in stock, or refund it',
    'We send it once we have checked what came back',
  ),
  ...row(
    'POST /api/desk/returns/postage',
    api('postage'),
    'we refund the postage too',
    'if you post it, we refund the postage up to',
  ),
  ...row(
    'POST /api/desk/orders/{id}/refund',
    api('refund-parts'),
    'We answer for products that are unsafe, faulty or not as described',
    'Beyond that we answer for loss that our carelessness caused',
  ),
  // Delivery.
  ...row(
    'src/domain/delivery/promise.ts',
    'src/domain/delivery/promise.test.ts',
    'We deliver within India',
    'say at once whether we deliver to your pincode',
    'we hand the parcel to the courier on that day',
    'We do not deliver to ',
    'and shows when we deliver.',
    'Where should we deliver?',
  ),
  ...row(
    'POST /api/order/update-tracking',
    api('tracking'),
    'When we hand over the parcel, you see the name of the courier',
    'We give the courier your name, address and mobile number',
  ),
  ...row(
    'people: Today lists parcels that are long on their way',
    api('desk-today'),
    'If we expect a long delay, we write to you',
  ),
  // Holds.
  ...row(
    'functions/payments/settle-due.ts',
    api('holds'),
    'We keep its products for you for {{payment.holdMinutes}} minutes',
    'Waiting for your payment. We keep your products for',
  ),
  ...row(
    'functions/jobs/unconfirmed.ts',
    api('confirm-cash'),
    'We keep your products until',
    'We ask you to confirm ',
    'so we ask before we send them',
  ),
  // Invoices.
  ...row(
    'functions/documents/issue.ts',
    api('documents'),
    'The invoice is made when we hand your parcel to the courier',
    'Please write to us, and we will send you one',
  ),
  // Reviews.
  ...row(
    'functions/reviews/ask.ts',
    api('review-requests'),
    'in the email that we send {{reviews.askedAfter}} after a delivery',
    'We ask once for each order',
    'We will not ask you for reviews again',
    'We will not ask again',
  ),
  ...row(
    'POST /api/desk/reviews/{id}/hide',
    api('desk-reviews'),
    'We send you the reason by email',
    'You have objected already. We answer by email.',
  ),
  ...row(
    'people: nobody at the desk can write or change the words of a review',
    api('desk-reviews'),
    'We give no discount, point or gift for a review',
    'We do not write, buy, translate or shorten reviews',
  ),
  // Newsletter and accounts.
  ...row(
    'POST /api/subscribe',
    api('newsletter'),
    'we will not send another one',
    'From now on we will write to you sometimes',
    'We write only about new articles and products',
  ),
  ...row(
    'functions/jobs/stock-alerts.ts',
    api('stock-alerts'),
    'We write once, when it is back',
    'We write to you once, when it is back.',
    'Sold out. Where may we write when it is back?',
    'We write to as many people as there are pieces, in the order in which they asked',
  ),
  ...row(
    'POST /api/unsubscribe',
    api('stock-alerts'),
    'We will not tell you about products that are back',
    'We will not write about it',
  ),
  ...row(
    'POST /api/unsubscribe',
    api('newsletter'),
    'After you unsubscribe we send no more newsletters',
    'We erase it when you ask us to',
    'If you ask us to erase something, as below, we erase it at once',
  ),
  ...row(
    'POST /api/user/forgot',
    api('reset'),
    'We send you a link to choose a new password',
    'and we send a link to choose a new one',
  ),
  ...row(
    'POST /api/user/email',
    api('email-change'),
    'once you have opened the link that we send to it',
    'We send a link to the new address',
    'and we will write to it from now on',
  ),
  ...row('POST /api/user/forgot', api('link-rights'), 'We send a code to '),
  // Personal data.
  ...row(
    'src/shared/viewed/viewed-products.dom.ts',
    browser('recently-viewed'),
    'looked at, until you clear them on the page of a product or log out; we never get that list',
  ),
  ...row(
    'POST /api/user/delete',
    api('delete-account'),
    'We send one last email to confirm the deletion',
    'We keep past orders without your name',
    'We also keep messages that you sent us for a while',
  ),
  ...row(
    'POST /api/user/export',
    api('personal-data'),
    'We keep only a scrambled form of the password',
    'We also keep when you confirmed the address',
    'we keep a fingerprint of a random key that your browser holds',
    'We keep only what we need for your orders',
    'this is what we keep for you',
    'We do not keep the card or UPI ID that you pay with',
    'We ask for no Aadhaar, PAN, card number or health data',
  ),
  ...row(
    'functions/reviews/author.ts',
    api('review-links'),
    'we keep it under a keyed fingerprint of that email address',
  ),
  ...row(
    'functions/contact/welcome-code.ts',
    api('welcome-code'),
    'we then keep a fingerprint of the address, so that nobody gets a second one',
  ),
  ...row(
    'functions/orders/holds.ts',
    api('held-unpaid'),
    'we keep a fingerprint of the network of an online order',
  ),
  ...row(
    'people: docs/operations.md says what to do after a breach',
    'tools/docs.test.ts',
    'If data is ever breached, we tell you',
  ),
  // Fair design: a test for each pattern.
  ...row(
    'content/policies/fair-design.md',
    browser('fair'),
    'We do not tell you how many other people look at a product',
    'We never add an insurance, a donation, a gift or a membership',
    'We do not send substitutes',
    'We write the articles in our journal ourselves',
    'We do not ask for permission to send notifications',
    'We send no email about a cart that you have left',
  ),
];

/** Times in policies and answers that are no setting. @property by the file of their rule; `people: ` where there is none, and why */
export const typedFigures: readonly { says: string; by: string }[] = [
  { says: '18 years', by: 'people: the law' },
  { says: 'within two days if you can', by: 'people: a wish' },
  { says: 'on a business day', by: 'people: no length of time' },
  { says: 'many such reviews on one day', by: 'functions/reviews/hold.ts' },
  { says: 'under a fingerprint of network and email, for a day at most', by: 'functions/limits/attempts.ts' },
  { says: 'count unpaid ones under it, for a few hours', by: 'functions/orders/holds.ts' },
  { says: 'for 30 days at most', by: 'src/features/offline/service-worker.ts' },
  { says: 'the link to an invoice for a year after', by: 'functions/documents/read.ts' },
  { says: 'that record is erased a day later', by: 'functions/jobs/delete-expired.ts' },
];
