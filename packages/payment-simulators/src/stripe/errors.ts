/** Stripe's errors: https://docs.stripe.com/api/errors */

type ErrorFields = {
  type?: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
};

/** A refusal by the API. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: { error: ErrorFields };

  constructor(status: number, fields: ErrorFields) {
    super(fields.message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', ...fields } };
  }
}

/** 404 for an object named in the address, 400 for one named in a parameter. */
export const noSuch = (object: string, id: string, param: string, status: 400 | 404 = 404): StripeError =>
  new StripeError(status, { code: 'resource_missing', message: `No such ${object}: '${id}'`, param });

/** Stripe's response to an error of its own. */
export const failure = (status: number) =>
  new StripeError(status, {
    type: status < 500 ? 'invalid_request_error' : 'api_error',
    message: status === 429 ? 'Request rate limit exceeded.' : 'An unknown error occurred.',
    ...(status === 429 && { code: 'rate_limit' }),
  });
