/** How pages and emails write a delivery promise. */
import { formatPromise } from '#lib/dates.ts';
import { asSentence } from '#lib/sentence.ts';
import type { DeliveryPromise } from './promise.ts';

/** `Tue, 24 Nov – Thu, 26 Nov`, or one day. @param from, to Indian days: `2026-11-24` */
export const formatDays = (from: string, to: string): string =>
  from === to ? formatPromise(from) : `${formatPromise(from)} – ${formatPromise(to)}`;

/** The promised days of an order; undefined for an older order, which has none. */
export const promisedDays = ({
  promisedFrom,
  promisedTo,
}: {
  promisedFrom: string | null;
  promisedTo: string | null;
}): string | undefined => (promisedFrom && promisedTo ? formatDays(promisedFrom, promisedTo) : undefined);

/** @param reason part of a sentence @param phone of customer care; empty without one */
export const notServedText = (pincode: string, reason: string, phone = ''): string =>
  `${asSentence(`We do not deliver to ${pincode}: ${reason}`)} Another address may work${phone && `, or call us: ${phone}`}.`;

/** `Arrives Tue, 24 Nov – Thu, 26 Nov`, or why it cannot. @param phone of customer care */
export const promiseText = (promise: DeliveryPromise, pincode: string, phone?: string): string =>
  promise.served
    ? `Arrives ${formatDays(promise.from, promise.to)}`
    : notServedText(pincode, promise.reason, phone);

const minute = 60 * 1000;

/** `2 h 10 min`, `3 h`, `45 min`: whole minutes, rounded down. @param ms at least a minute */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.floor(ms / minute);
  const hours = Math.floor(minutes / 60);
  const parts = [hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(' ');
}
