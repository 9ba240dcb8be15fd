/** The result of an API call: a value that the caller has to check, never an exception. */
export type Failure = {
  ok: false;
  /** HTTP status; 0 when the shop could not be reached. */
  status: number;
  /** A stable code: `offline`, `amount_changed`, … */
  code: string;
  /** A message for the shopper. */
  message: string;
  /** Messages by field, for forms. */
  fields: Record<string, string>;
  /** Seconds to wait, if the response says so. */
  retryAfter?: number;
  /** The whole response, for codes with more data. */
  body: Record<string, unknown>;
};

export type Outcome<T> = { ok: true; data: T } | Failure;

/** @returns what a promise brings; if it is rejected, a failure without a response. @param message of the failure */
export const outcomeOf = <T>(loading: Promise<T>, message = ''): Promise<Outcome<T>> =>
  loading.then(
    (data) => ({ ok: true, data }),
    () => ({ ok: false, status: 0, code: 'offline', message, fields: {}, body: {} }),
  );
