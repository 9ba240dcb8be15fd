/** Which products are kept apart, and which go well together, by their active ingredients. */
import type { RoutineData, RoutineItem } from './routine-data.ts';

type Rule = { first: readonly string[]; second: readonly string[] };

const hasOne = (item: RoutineItem, actives: readonly string[]): boolean =>
  item.actives.some((active) => actives.includes(active));

const isAbout = ({ first, second }: Rule, a: RoutineItem, b: RoutineItem): boolean =>
  (hasOne(a, first) && hasOne(b, second)) || (hasOne(b, first) && hasOne(a, second));

export type Clash = { rule: RoutineData['apart'][number]; first: RoutineItem; second: RoutineItem };

/** Every pair of items that a rule keeps apart, by rule. A pair has one entry for each rule about it. */
export function clashesOf(rules: RoutineData['apart'], items: readonly RoutineItem[]): Clash[] {
  return rules.flatMap((rule) => {
    const firsts = items.filter((item) => hasOne(item, rule.first));
    const seconds = firsts.length ? items.filter((item) => hasOne(item, rule.second)) : [];
    return firsts.flatMap((first) =>
      seconds.flatMap((second) => {
        // Two items that are on both sides are one pair.
        const isTwin = seconds.includes(first) && firsts.includes(second);
        const isCounted = isTwin && items.indexOf(second) < items.indexOf(first);
        return first === second || isCounted ? [] : [{ rule, first, second }];
      }),
    );
  });
}

/** What the rules say about one item and each of the others, in the order of the rules. */
export function partnersOf<R extends Rule>(
  rules: readonly R[],
  item: RoutineItem,
  others: readonly RoutineItem[],
): { rule: R; partner: RoutineItem }[] {
  return rules.flatMap((rule) =>
    others
      .filter((other) => other.id !== item.id && isAbout(rule, item, other))
      .map((partner) => ({ rule, partner })),
  );
}
