/**
 * When an order arrives (docs/behaviour.md, "Delivery promise"). The browser and the Worker use this file, so both give
 * the same answer. Days are counted in Asia/Kolkata; the clock is an argument.
 */
import { indianOffset, oneDay } from '#lib/dates.ts';
import type { Paise } from '#lib/money.ts';
import type { PincodeArea } from './pincodes.ts';

/** Days of the week, 0 is Sunday. */
export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The first and the last pincode. */
export type PincodeRange = readonly [first: number, last: number];

/** A zone of `content/delivery.yaml`. Without states, districts and pincodes it is everywhere. */
export type DeliveryZone = {
  states?: readonly string[] | undefined;
  /** `Bengaluru Urban, Karnataka`: names of districts are not unique in India. */
  districts?: readonly string[] | undefined;
  pincodes?: readonly PincodeRange[] | undefined;
  /** Working days from handing over to arrival, the fewest and the most. */
  days: readonly [fewest: number, most: number];
  /** The fee below `freeFrom`. */
  fee: Paise;
  freeFrom: Paise;
  cod: boolean;
};

export type DeliveryRules = {
  /** Orders until this time of a working day are handed over on that day, ms after midnight. */
  cutOff: number;
  /** 0 is Sunday. */
  workingDays: readonly number[];
  /** `2026-12-25` */
  holidays: readonly string[];
  /** The first that matches counts. The last is everywhere. */
  zones: readonly DeliveryZone[];
  notServed: readonly { pincodes: readonly PincodeRange[]; reason: string }[];
  noCashOnDelivery: readonly PincodeRange[];
};

/** Where an order goes. @property pincode six digits */
export type Destination = {
  pincode: string;
  /** Whether the directory does not list it: it may not exist. */
  isUnlisted?: boolean;
  state: string | undefined;
  district: string | undefined;
};

/**
 * Where an order goes. The directory's state counts, not the one that was typed.
 * @param area what the directory says of the pincode; undefined if there is no directory
 * @param typedState counts if the directory names none or several
 */
export const destinationOf = (
  pincode: string,
  area: PincodeArea | 'unlisted' | undefined,
  typedState?: string | undefined,
): Destination => {
  if (area === 'unlisted') return { pincode, isUnlisted: true, state: typedState, district: undefined };
  return { pincode, state: area?.state ?? typedState, district: area?.district };
};

export type DeliveryPromise =
  /** @property reason part of a sentence */
  | { served: false; reason: string }
  | {
      served: true;
      cod: boolean;
      /** The first and the last day of arrival: `2026-11-27`. */
      from: string;
      to: string;
      /** An order after this moment arrives later, UTC ms; undefined when today's parcels have left. */
      orderBy: number | undefined;
      fee: Paise;
      freeFrom: Paise;
    };

export type ServedPromise = Extract<DeliveryPromise, { served: true }>;

/** A promise in a response of the API, whose quote has the fee. @property orderBy ISO 8601 UTC */
export type ApiPromise = Pick<ServedPromise, 'served' | 'cod' | 'from' | 'to'> & { orderBy: string | null };

const covers = (ranges: readonly PincodeRange[] | undefined, pincode: number): boolean =>
  ranges?.some(([first, last]) => first <= pincode && pincode <= last) ?? false;

/** @returns undefined if it depends on the state, which is not known */
function zoneOf(zones: readonly DeliveryZone[], { pincode, state, district }: Destination) {
  for (const zone of zones) {
    const { states, districts, pincodes } = zone;
    if (covers(pincodes, Number(pincode)) || !(states || districts || pincodes)) return zone;
    if (!state && (states || districts)) return undefined;
    if (states?.includes(state ?? '') || districts?.includes(`${district}, ${state}`)) return zone;
  }
  return undefined;
}

/** Days are counted from January 1, 1970, a Thursday. */
const nameOf = (day: number): string => new Date(day * oneDay).toISOString().slice(0, 10);

/** A working day. @param count 0: the first one that is not before `day` */
function workingDay({ workingDays, holidays }: DeliveryRules, day: number, count: number): number {
  let left = count;
  for (let at = day; ; at++) {
    if (!workingDays.includes((at + 4) % 7) || holidays.includes(nameOf(at))) continue;
    if (left === 0) return at;
    left -= 1;
  }
}

/**
 * What began before this time has taken more than `count` working days after its own day. @param now, @returns UTC ms
 */
export function lateBefore(rules: DeliveryRules, now: number, count: number): number {
  const today = Math.floor((now + indianOffset) / oneDay);
  let day = today - 1;
  while (workingDay(rules, day + 1, count - 1) >= today) day -= 1;
  return (day + 1) * oneDay - indianOffset;
}

/**
 * What we promise for an order that is placed now.
 * @param now UTC ms
 * @returns undefined if it depends on the state, which is not known, or if nothing is known of the place
 */
export function deliveryPromise(
  rules: DeliveryRules,
  destination: Destination,
  now: number,
): DeliveryPromise | undefined {
  const pincode = Number(destination.pincode);
  const unserved = rules.notServed.find(({ pincodes }) => covers(pincodes, pincode));
  if (unserved) return { served: false, reason: unserved.reason };
  const isKnown = !destination.isUnlisted || destination.state !== undefined;
  const zone = isKnown && zoneOf(rules.zones, destination);
  if (!zone) return undefined;

  const today = Math.floor((now + indianOffset) / oneDay);
  const deadline = today * oneDay - indianOffset + rules.cutOff;
  const leavesToday = now < deadline && workingDay(rules, today, 0) === today;
  const handover = workingDay(rules, leavesToday ? today : today + 1, 0);
  const [fewest, most] = zone.days;
  return {
    served: true,
    cod: zone.cod && !covers(rules.noCashOnDelivery, pincode),
    from: nameOf(workingDay(rules, handover, fewest)),
    to: nameOf(workingDay(rules, handover, most)),
    orderBy: leavesToday ? deadline : undefined,
    fee: zone.fee,
    freeFrom: zone.freeFrom,
  };
}

/** The store with the fees of the promise's zone, for sums. */
export const withFees = <S extends { delivery: { fee: Paise; freeFrom: Paise } }>(
  store: S,
  promise: DeliveryPromise | undefined,
): S =>
  promise?.served
    ? { ...store, delivery: { ...store.delivery, fee: promise.fee, freeFrom: promise.freeFrom } }
    : store;
