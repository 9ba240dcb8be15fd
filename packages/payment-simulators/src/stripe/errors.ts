/** Stripe's errors: https://docs.stripe.com/api/errors */

export type StripeErrorBody = {
  error: {
    type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
    message: string;
    code?: string;
    param?: string;
    doc_url?: string;
    request_log_url?: string;
  };
};

/** A refusal by the API. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(
    status: number,
    error: Omit<StripeErrorBody['error'], 'type'> & { type?: 'idempotency_error' },
  ) {
    super(error.message);
    const { type = 'invalid_request_error', code } = error;
    const doc_url = code && `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;
    this.status = status;
    this.body = { error: { ...error, type, ...(doc_url && { doc_url }) } };
  }
}

/** 404 for an object named in the address, 400 for one named in a parameter. */
export const noSuch = (status: 400 | 404, object: string, id: string, param: string): StripeError =>
  new StripeError(status, { code: 'resource_missing', message: `No such ${object}: '${id}'`, param });

/** Stripe's response to an error of its own. */
export const failureBody = (status: number): StripeErrorBody => ({
  error: {
    type: status < 500 ? 'invalid_request_error' : 'api_error',
    message: status === 429 ? 'Request rate limit exceeded.' : 'An unknown error occurred.',
    ...(status === 429 && { code: 'rate_limit' }),
  },
});
