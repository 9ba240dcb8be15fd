/** The text of an event in messages of the desk. Apart, since the list of orders loads without it. */
import type { DeskEvent } from './order-rules.ts';
import { historyTitle } from './payment.ts';

/** One line about an event: `Asha Rao: Packing`. */
export const eventLabel = ({ by, reason, ...event }: DeskEvent): string =>
  `${by}: ${historyTitle(event)}${reason ? ` (${reason})` : ''}`;
