/** Razorpay's errors: https://razorpay.com/docs/errors */

export type RazorpayErrorBody = {
  error: {
    code: string;
    description: string;
    source: string;
    step: string;
    reason: string;
    metadata: Record<string, string>;
    field?: string;
  };
};

type ErrorDetails = { status?: number; field?: string; code?: string; isGeneral?: boolean };

/** A refusal by the API. */
export class RazorpayError extends Error {
  readonly status: number;
  readonly body: RazorpayErrorBody;

  /** @param details `isGeneral`: no single step of a payment is to blame, and Razorpay writes NA */
  constructor(description: string, { status = 400, field, code, isGeneral = false }: ErrorDetails = {}) {
    super(description);
    this.status = status;
    this.body = {
      error: {
        code: code ?? 'BAD_REQUEST_ERROR',
        description,
        source: isGeneral ? 'NA' : 'business',
        step: isGeneral ? 'NA' : 'payment_initiation',
        reason: isGeneral ? 'NA' : 'input_validation_failed',
        metadata: {},
        ...(field && { field }),
      },
    };
  }
}

export const noSuchId = (): RazorpayError => new RazorpayError('The id provided does not exist');

/** Razorpay's response to an error of its own. */
export function failureBody(status: number): RazorpayErrorBody {
  const isServer = status >= 500;
  return new RazorpayError(
    isServer
      ? 'We are facing some trouble completing your request at the moment. Please try again shortly.'
      : 'Request failed',
    { status, code: isServer ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR', isGeneral: true },
  ).body;
}

/** The reason of a failed payment, on the payment and in `payment.failed`. */
export type PaymentFailure = {
  error_code: string;
  error_description: string;
  error_source: string;
  error_step: string;
  error_reason: string;
};

const failure = (reason: string, source: string, step: string, description: string): PaymentFailure => ({
  error_code: 'BAD_REQUEST_ERROR',
  error_description: description,
  error_source: source,
  error_step: step,
  error_reason: reason,
});

/** The usual reason, by payment method. */
export const usualFailure = {
  card: failure(
    'card_declined',
    'issuer_bank',
    'payment_authorization',
    'Your card was declined by the bank. Try another card.',
  ),
  netbanking: failure(
    'payment_failed',
    'bank',
    'payment_authorization',
    'Your bank did not complete the payment. Try again, or pay in another way.',
  ),
  upi: failure(
    'payment_declined',
    'customer',
    'payment_authentication',
    'The payment was declined in the UPI app.',
  ),
} as const;
