/** What follows from a routine: the weeks of its introduction, how long packs last, and what is missing. */
import type { Paise } from '#lib/money.ts';
import type { Routine, Slot } from './arrange.ts';
import { clashesOf } from './clashes.ts';
import type { RoutineData, RoutineItem } from './routine-data.ts';

/** The item's place in the introduction: 0 for basics, which come first. */
function levelOf({ actives }: RoutineData, item: RoutineItem): number {
  const levels = actives.filter(({ id }) => item.actives.includes(id)).map(({ introduce = 0 }) => introduce);
  return Math.max(0, ...levels);
}

/** What is used in a routine, each once. */
export const itemsIn = ({ morning, evening }: Routine): RoutineItem[] => [
  ...new Set([...morning, ...evening].map(({ item }) => item)),
];

/** @property later what has no week: one a week, after the fourth */
export type Introduction = { weeks: RoutineItem[][]; later: RoutineItem[] };

/** Basics in the first week, then one active product a week, the gentlest first. */
export function introduce(data: RoutineData, routine: Routine): Introduction {
  const items = itemsIn(routine);
  const basics = items.filter((item) => levelOf(data, item) === 0);
  const actives = items
    .filter((item) => levelOf(data, item) > 0)
    .sort((a, b) => levelOf(data, a) - levelOf(data, b));
  const weeks = [basics, ...data.plan.slice(1).map((_, n) => actives.slice(n, n + 1))];
  return { weeks, later: actives.slice(weeks.length - 1) };
}

/** How to begin with an item, for each of its active ingredients that has something to say. */
export const startOf = ({ actives }: RoutineData, item: RoutineItem): string[] =>
  actives.flatMap(({ id, start }) => (start && item.actives.includes(id) ? [start] : []));

/** @property days that a pack lasts @property perMonth cost of 30 days */
export type Lasting = { item: RoutineItem; days: number; perMonth: Paise };

/** Uses a week at one time of day; products of which one at a time is enough share their days. */
function weeklyUses({ choices }: Routine, slots: readonly Slot[], item: RoutineItem): number {
  const slot = slots.find((one) => one.item === item);
  if (!slot) return 0;
  const sharing = choices.some(({ items }) => items.includes(item))
    ? slots.filter((one) => one.item.step === item.step && one.days.some((day) => slot.days.includes(day)))
    : [slot];
  return slot.days.length / sharing.length;
}

/** How long each of our products lasts. */
export function lastingOf(routine: Routine): Lasting[] {
  return itemsIn(routine).flatMap((item) => {
    const { uses = 0, price = 0 } = item.product ?? {};
    const aWeek = weeklyUses(routine, routine.morning, item) + weeklyUses(routine, routine.evening, item);
    if (!uses) return [];
    const days = (uses * 7) / aWeek;
    return [{ item, days: Math.floor(days), perMonth: Math.round((price * 30) / days) }];
  });
}

/** A step or a wish that nothing in the routine serves. @property offers at most two products for it */
export type Missing = { kind: 'step' | 'want'; id: string; label: string; offers: RoutineItem[] };

/**
 * @param wants ids of wishes @param skin the shopper's skin type, if known: products for it are offered first, and
 * before those that would bring a conflict
 */
export function missingOf(
  data: RoutineData,
  routine: Routine,
  wants: readonly string[],
  skin?: string,
): Missing[] {
  const chosen = [...itemsIn(routine), ...routine.aside];
  const products = data.items.filter((item) => item.product && !chosen.includes(item));
  const suits = ({ product }: RoutineItem) => Number(!skin || product?.skinTypes.includes(skin));
  const clashes = (item: RoutineItem) =>
    clashesOf(data.apart, [item, ...chosen]).some(({ first, second }) => first === item || second === item);
  const best = (fitting: readonly RoutineItem[], rank: (item: RoutineItem) => number) =>
    [...fitting]
      .sort((a, b) => suits(b) - suits(a) || Number(clashes(a)) - Number(clashes(b)) || rank(a) - rank(b))
      .slice(0, 2);

  const steps = data.steps.flatMap(({ id, label, needed }): Missing[] => {
    if (!needed) return [];
    const slots = needed === 'any' ? [...routine.morning, ...routine.evening] : routine[needed];
    if (slots.some(({ item }) => item.step === id)) return [];
    const fitting = products.filter(
      ({ step, times }) => step === id && (needed === 'any' || times.includes(needed)),
    );
    return [{ kind: 'step', id, label, offers: best(fitting, () => 0) }];
  });
  const open = data.wants.filter(
    ({ id }) => wants.includes(id) && !chosen.some((item) => item.wants.includes(id)),
  );
  return [
    ...steps,
    ...open.map(({ id, label }): Missing => {
      const fitting = products.filter((item) => item.wants.includes(id));
      return { kind: 'want', id, label, offers: best(fitting, (item) => item.wants.indexOf(id)) };
    }),
  ];
}

/** Whether a doctor should be asked first in pregnancy. */
export const asksDoctor = ({ actives }: RoutineData, item: RoutineItem): boolean =>
  actives.some(({ id, askDoctor }) => askDoctor && item.actives.includes(id));
