/**
 * Puts products into the order of a morning and an evening and keeps apart what does not go together. Pure, total, and
 * the same for every order of its input.
 */
import { type Clash, clashesOf } from './clashes.ts';
import { type Time, times } from './routine-constants.ts';
import type { solutions } from './routine-content.ts';
import type { RoutineData, RoutineItem } from './routine-data.ts';

export type Solution = (typeof solutions)[number];

/** @property days of the week, 0 is Monday; all seven for what is used daily */
export type Slot = { item: RoutineItem; days: readonly number[] };

export type Conflict = Clash & { solution: Solution };

export type Routine = Record<Time, Slot[]> & {
  /** Left out, each because of a conflict. */
  aside: RoutineItem[];
  conflicts: Conflict[];
  /** Steps with several products of which one at a time is enough. */
  choices: { step: string; items: RoutineItem[] }[];
};

/** Days of the week, 0 is Monday. */
export const week = [0, 1, 2, 3, 4, 5, 6];
/** Days for what is used once a week and clashes with other weekly things: Sunday, Wednesday, and so on. */
const weeklyDays = [6, 2, 4, 0, 5, 1, 3];

/** `count` days of a list, far from each other; a single one is the last. */
function spreadDays(days: readonly number[], count: number): readonly number[] {
  if (count >= days.length) return days;
  if (count === 1) return days.slice(-1);
  return Array.from({ length: count }, (_, n) => days[Math.round((n * days.length) / count)] ?? 0);
}

/** The items with these ids, kits as their parts, each once, in the order of use. Unknown ids are left out. */
export function itemsOf({ items, kits, steps }: RoutineData, ids: Iterable<string>): RoutineItem[] {
  const parts = new Map(kits.map((kit) => [kit.id, kit.parts]));
  const wanted = new Set([...ids].flatMap((id) => parts.get(id) ?? [id]));
  const place = new Map(steps.map(({ id }, n) => [id, n]));
  const placeOf = ({ step }: RoutineItem) => place.get(step) ?? steps.length;
  // A stable sort: the shop's order decides between equals.
  return items
    .filter(({ id }) => wanted.has(id))
    .sort((a, b) => placeOf(a) - placeOf(b) || a.layer - b.layer);
}

/** Splits items into groups without a clash, each as early as possible. */
function groupsOf(items: readonly RoutineItem[], clash: Clashing): RoutineItem[][] {
  const groups: RoutineItem[][] = [];
  for (const item of items) {
    const group = groups.find((members) => members.every((member) => !clash(member, item)));
    if (group) group.push(item);
    else groups.push([item]);
  }
  return groups;
}

type Clashing = (a: RoutineItem, b: RoutineItem) => boolean;

/** The days of each item that is used at one time of day. @property turns how many groups take turns */
function daysOf(items: readonly RoutineItem[], clash: Clashing) {
  const days = new Map<RoutineItem, readonly number[]>();
  const weekly = items.filter(({ perWeek }) => perWeek === 1);
  const others = items.filter((item) => !weekly.includes(item));
  const weeklyGroups = groupsOf(weekly, clash);
  for (const [n, group] of weeklyGroups.entries())
    for (const item of group) days.set(item, weeklyDays.slice(n, n + 1));
  const clashing = others.filter((item) => others.some((other) => clash(item, other)));
  const turns = groupsOf(clashing, clash);
  const taken = weeklyDays.slice(0, weeklyGroups.length);
  // With two or more groups that take turns, one day stays calm.
  const free = week.filter((day) => !taken.includes(day)).slice(0, turns.length > 1 ? 6 : 7);
  for (const [n, group] of turns.entries())
    for (const item of group) {
      const own = free.filter((_, place) => place % turns.length === n);
      days.set(item, spreadDays(own, item.perWeek ?? 7));
    }
  for (const item of others) {
    if (days.has(item)) continue;
    const avoided = weekly.filter((one) => clash(one, item)).flatMap((one) => days.get(one) ?? []);
    const own = week.filter((day) => !avoided.includes(day));
    days.set(item, spreadDays(own, item.perWeek ?? 7));
  }
  return { days, turns: turns.length };
}

type Uses = Map<RoutineItem, readonly Time[]>;

const isWeekly = ({ first, second }: Clash): boolean => first.perWeek === 1 || second.perWeek === 1;

/** Whether an item would no longer be used at a time of day at which nothing else does its step. */
const leavesGap = (item: RoutineItem, kept: readonly Time[], uses: Uses): boolean =>
  (uses.get(item) ?? []).some(
    (time) =>
      !kept.includes(time) &&
      ![...uses].some(([one, at]) => one !== item && one.step === item.step && at.includes(time)),
  );

/**
 * Moves one of two clashing items to a time of day at which it clashes with nothing. For what is used once a week nothing
 * else gives up all its evenings: a cleanser is left out on the evening of a peel only.
 * @returns whether it could
 */
function moveApart(pair: Clash, uses: Uses, clash: Clashing) {
  const { first, second } = pair;
  for (const [item, other] of [
    [second, first],
    [first, second],
  ] as const) {
    const rest = item.times.filter((time) => !uses.get(other)?.includes(time));
    const isFree = (time: Time) =>
      [...uses].every(([one, at]) => one === item || !at.includes(time) || !clash(one, item));
    const possible = rest.filter(isFree);
    const kept = item.once ? possible.slice(0, 1) : possible;
    const isLoss = kept.length < (uses.get(item)?.length ?? 0);
    if (!kept.length || (isWeekly(pair) && isLoss && leavesGap(item, kept, uses))) continue;
    uses.set(item, kept);
    return true;
  }
  return false;
}

/** Divides the items of a step of which one at a time is enough: each to one time of day, the lighter to the morning. */
function divide(items: readonly RoutineItem[], uses: Uses): void {
  const usesOf = (item: RoutineItem) => uses.get(item) ?? [];
  const at = (time: Time) =>
    items.filter((item) => item.times.find((one) => usesOf(item).includes(one)) === time);
  const [morning, evening] = [at('morning'), at('evening')];
  const moved =
    morning.length === 0
      ? evening.find((item) => usesOf(item).includes('morning'))
      : evening.length === 0
        ? morning.findLast((item) => usesOf(item).includes('evening'))
        : undefined;
  const other = morning.length === 0 ? 'morning' : 'evening';
  for (const item of items)
    uses.set(item, [item === moved ? other : morning.includes(item) ? 'morning' : 'evening']);
}

/** @param ids of products, kits and kinds, in any order; unknown ones are left out */
export function arrange(data: RoutineData, ids: Iterable<string>): Routine {
  const all = itemsOf(data, ids);
  const clashes = clashesOf(data.apart, all);
  const aside = new Set<RoutineItem>();
  const isChoice = ({ rule }: Clash) => rule.solutions[0] === 'choose-one';
  for (const one of clashes) if (isChoice(one) && !aside.has(one.first)) aside.add(one.second);
  const items = all.filter((item) => !aside.has(item));
  const open = clashes.filter(({ first, second }) => !aside.has(first) && !aside.has(second));
  const clash: Clashing = (a, b) =>
    open.some(({ first, second }) => (first === a && second === b) || (first === b && second === a));

  const uses = new Map(items.map((item) => [item, item.once ? item.times.slice(0, 1) : item.times]));
  const meet = ({ first, second }: Clash): boolean =>
    Boolean(uses.get(first)?.some((time) => uses.get(second)?.includes(time)));
  for (const one of open)
    if (meet(one) && one.rule.solutions.includes('other-time')) moveApart(one, uses, clash);

  const choices = data.steps.flatMap(({ id: step, several }) => {
    const members = items.filter((item) => item.step === step);
    if (!several || members.length < 2) return [];
    divide(members, uses);
    return [{ step, items: members }];
  });

  const at = (time: Time) => {
    const used = items.filter((item) => uses.get(item)?.includes(time));
    const { days, turns } = daysOf(used, clash);
    const slots = used.map((item) => ({ item, days: days.get(item) ?? week }));
    return { turns, slots: slots.filter(({ days }) => days.length > 0) };
  };
  const [morning, evening] = times.map(at) as [ReturnType<typeof at>, ReturnType<typeof at>];
  // More groups than days: what has no day left.
  for (const item of items)
    if (![...morning.slots, ...evening.slots].some((slot) => slot.item === item)) aside.add(item);

  const solutionOf = (one: Clash): Solution => {
    if (aside.has(one.first) || aside.has(one.second)) return 'choose-one';
    if (!meet(one)) return 'other-time';
    return !isWeekly(one) && Math.max(morning.turns, evening.turns) > 2
      ? 'every-third-evening'
      : 'other-evening';
  };
  return {
    morning: morning.slots,
    evening: evening.slots,
    aside: all.filter((item) => aside.has(item)),
    // What is left out by choice meets nothing else.
    conflicts: clashes
      .filter((one) => isChoice(one) || open.includes(one))
      .map((one) => ({ ...one, solution: solutionOf(one) })),
    choices,
  };
}
