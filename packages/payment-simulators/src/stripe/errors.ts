/** Stripe's errors (https://docs.stripe.com/api/errors), and those of the simulator itself. */

type ErrorFields = {
  type?: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  /** The payment that a card error is about. */
  payment_intent?: object;
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

/** A parameter, or a value of one, that Stripe may well know. */
export const unsupported = (param: string, value?: string): StripeError =>
  new StripeError(400, {
    code: 'parameter_unknown',
    message: `The simulator does not support ${value === undefined ? 'the parameter' : `${value} as`} ${param}.`,
    param,
  });

/** Stripe's response to an error of its own. */
export const failure = (status: number) =>
  new StripeError(status, {
    type: status < 500 ? 'invalid_request_error' : 'api_error',
    message: status === 429 ? 'Request rate limit exceeded.' : 'An unknown error occurred.',
    ...(status === 429 && { code: 'rate_limit' }),
  });
