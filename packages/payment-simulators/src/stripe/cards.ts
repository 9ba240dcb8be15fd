/** Stripe's test cards, by the names of their PaymentMethods: https://docs.stripe.com/testing */

type Decline = { code: string; decline_code: string; message: string };
export type TestCard = {
  brand: string;
  last4: string;
  country?: string;
  funding?: string;
  decline?: Decline;
  /** The shopper must authenticate, unless the payment is off session; then it is declined. */
  authenticates?: boolean;
  /** The payment goes through, and is disputed at once. */
  disputed?: boolean;
};

/** The message for a declined card, on the hosted page too. */
export const declineMessage = 'Your card was declined.';

export const declined = (
  decline_code: string,
  message = declineMessage,
  code = 'card_declined',
): Decline => ({ code, decline_code, message });

export const authenticationRequired = declined(
  'authentication_required',
  'Your card was declined. This transaction requires authentication.',
  'authentication_required',
);

const visa = (last4: string, more: Partial<TestCard> = {}): TestCard => ({ brand: 'visa', last4, ...more });
const insufficientFunds = visa('9995', {
  decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
});
const generic = visa('0002', { decline: declined('generic_decline') });

export const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: visa('4242'),
  pm_card_visa_debit: visa('5556', { funding: 'debit' }),
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_amex: { brand: 'amex', last4: '8431' },
  pm_card_in: visa('0008', { country: 'IN' }),
  pm_card_chargeDeclined: generic,
  pm_card_visa_chargeDeclined: generic,
  pm_card_chargeDeclinedInsufficientFunds: insufficientFunds,
  pm_card_visa_chargeDeclinedInsufficientFunds: insufficientFunds,
  pm_card_visa_chargeDeclinedLostCard: visa('9987', { decline: declined('lost_card') }),
  pm_card_visa_chargeDeclinedStolenCard: visa('9979', { decline: declined('stolen_card') }),
  pm_card_chargeDeclinedExpiredCard: visa('0069', {
    decline: declined('expired_card', 'Your card has expired.', 'expired_card'),
  }),
  pm_card_chargeDeclinedIncorrectCvc: visa('0127', {
    decline: declined('incorrect_cvc', "Your card's security code is incorrect.", 'incorrect_cvc'),
  }),
  pm_card_chargeDeclinedProcessingError: visa('0119', {
    decline: declined(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
    ),
  }),
  pm_card_authenticationRequired: visa('3184', { authenticates: true }),
  pm_card_threeDSecure2Required: visa('3220', { authenticates: true }),
  pm_card_createDispute: visa('0259', { disputed: true }),
};

/** The card that the hosted page pays with. */
export const pageCard: TestCard = { brand: 'visa', last4: '0005', country: 'IN' };
