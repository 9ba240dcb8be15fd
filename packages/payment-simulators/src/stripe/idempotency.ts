/** Keys for safe repetition, as documented: https://docs.stripe.com/api/idempotent_requests */
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import type { FormFields } from '../form.ts';
import { StripeError } from './errors.ts';

type Saved = {
  path: string;
  fields: FormFields;
  requestId: string;
  status: number;
  body: unknown;
  /** When, in ms. */
  at: number;
};

const keptMs = 24 * 60 * 60 * 1000;
const longestKey = 255;

export class SavedResponses {
  readonly #clock: Clock;
  readonly #saved = new Map<string, Saved>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The answer that this key has already had.
   * @throws StripeError when the key was used for another request
   */
  find(key: string, path: string, fields: FormFields): Saved | undefined {
    if (key.length > longestKey)
      throw new StripeError(400, { message: 'Idempotency keys can have up to 255 characters.' });
    const saved = this.#saved.get(key);
    if (!saved || this.#clock.now() - saved.at >= keptMs) return undefined;
    const refuse = (reason: string) =>
      new StripeError(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used ${reason}. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    if (saved.path !== path)
      throw refuse(`for the same endpoint they were first used for ('${path}' vs '${saved.path}')`);
    if (!isDeepStrictEqual(saved.fields, fields))
      throw refuse('with the same parameters they were first used with');
    return saved;
  }

  save(key: string, answer: Omit<Saved, 'at'>): void {
    this.#saved.set(key, { ...answer, at: this.#clock.now() });
  }
}
