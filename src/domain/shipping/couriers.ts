/**
 * Couriers of `content/couriers.yaml`, and how an order's courier and number are recognised (docs/behaviour.md,
 * "Couriers").
 */
import type { z } from 'zod';
import type { couriersContent } from './courier-content.ts';

export type Courier = z.output<typeof couriersContent>['couriers'][number];

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** The courier whose name, or another name of it, is contained in what an operator typed. */
export function findCourier(couriers: readonly Courier[], typed: string | null): Courier | undefined {
  const wanted = letters(typed ?? '');
  return couriers.find(({ name, otherNames = [] }) =>
    [name, ...otherNames].some((one) => wanted.includes(letters(one))),
  );
}

/** The courier's own page about a parcel, or null when courier or number is unknown. */
export function trackingUrl(
  couriers: readonly Courier[],
  typed: string | null,
  trackingId: string | null,
): string | null {
  const courier = trackingId ? findCourier(couriers, typed) : undefined;
  return courier && trackingId
    ? courier.trackingUrl.replace('{number}', () => encodeURIComponent(trackingId))
    : null;
}

/** Whether a tracking number has the courier's format. */
export const hasCourierFormat = ({ pattern }: Pick<Courier, 'pattern'>, trackingId: string): boolean =>
  new RegExp(`^(?:${pattern})$`, 'i').test(trackingId);
