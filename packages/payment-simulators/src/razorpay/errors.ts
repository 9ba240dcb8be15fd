/** Razorpay's errors: https://razorpay.com/docs/errors */

type ErrorDetails = { status?: number; field?: string | undefined; code?: string; isGeneral?: boolean };

/** A refusal by the API. */
export class RazorpayError extends Error {
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

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

/** @param what a request, a field or a value that Razorpay may well know */
export const unsupported = (what: string): RazorpayError =>
  new RazorpayError(`The simulator does not support ${what}.`);

export const noSuchId = (): RazorpayError => new RazorpayError('The id provided does not exist');

/** Razorpay's response to an error of its own. */
export const failure = (status: number): RazorpayError =>
  status < 500
    ? new RazorpayError('Request failed', { status, isGeneral: true })
    : new RazorpayError('We are facing some trouble completing your request at the moment.', {
        status,
        code: 'SERVER_ERROR',
        isGeneral: true,
      });
