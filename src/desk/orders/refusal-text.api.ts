/** What an operator reads of a refused change. */
import { eventLabel } from '#domain/orders/event-label.ts';
import type { Failure } from '#lib/outcome.ts';
import { changesSince } from './orders.api.ts';

/** The message of a refusal, with the newest event that the operator has not seen. */
export function refusalText(failure: Failure): string {
  const last = changesSince(failure)?.changes.at(-1);
  return last ? `${failure.message} ${eventLabel(last)}.` : failure.message;
}
