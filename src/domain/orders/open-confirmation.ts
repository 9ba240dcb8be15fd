/** The confirmation of an order in responses of the API (confirmation.ts has the rules and texts). */
import type { ConfirmReason } from './confirmation.ts';

/** @property until the order waits, ISO 8601 UTC @property at it was confirmed; null: not yet */
export type ApiConfirmation = { reason: ConfirmReason; until: string; at: string | null };

/** The confirmation that an order waits for. */
export const openConfirmation = <Confirmation extends { at: string | number | null }>({
  status,
  confirmation,
}: {
  status: string;
  confirmation?: Confirmation | undefined;
}): Confirmation | undefined =>
  status === 'Order Placed' && confirmation && !confirmation.at ? confirmation : undefined;
