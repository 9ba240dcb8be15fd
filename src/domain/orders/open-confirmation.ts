/** The confirmation of an order in responses of the API (confirmation.ts has the rules and texts). */
import type { ConfirmReason } from './confirmation.ts';

/**
 * @property until the order waits, ISO 8601 UTC @property at it was confirmed; null: not yet
 * @property unproved why this session cannot confirm it, as a sentence for the buyer; missing if it can
 */
export type ApiConfirmation = { reason: ConfirmReason; until: string; at: string | null; unproved?: string };

/** The state of an order that waits for its buyer: the same words on pages, in emails and at the desk. */
export const confirmState = 'One step left: confirm your order';

/** The confirmation that an order waits for. */
export const openConfirmation = <Confirmation extends { at: string | number | null }>({
  status,
  confirmation,
}: {
  status: string;
  confirmation?: Confirmation | undefined;
}): Confirmation | undefined =>
  status === 'Order Placed' && confirmation && !confirmation.at ? confirmation : undefined;
