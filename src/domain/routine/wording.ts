/** Words for what the engine finds. */
import { type Routine, type Slot, type Solution, week } from './arrange.ts';
import { type Time, times } from './routine-constants.ts';
import type { RoutineItem } from './routine-data.ts';

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `Sunday`, `Mon, Wed, Fri`, `Every day but Sunday`; '' for every day. */
export function dayText(days: readonly number[]): string {
  if (days.length === week.length) return '';
  if (days.length === 1) return names[days[0] ?? 0] ?? '';
  if (days.length === 6) return `Every day but ${names[week.find((day) => !days.includes(day)) ?? 0]}`;
  return days.map((day) => names[day]?.slice(0, 3)).join(', ');
}

/** When an item is used: `in the morning`, `in the evening: Mon, Wed, Fri`, `not in this plan`. */
export function whenText(routine: Routine, item: RoutineItem): string {
  const parts = times.flatMap((time: Time) => {
    const slot: Slot | undefined = routine[time].find((one) => one.item === item);
    if (!slot) return [];
    const days = dayText(slot.days);
    return [`in the ${time}${days && `: ${days.replace('Every', 'every')}`}`];
  });
  return parts.join(', and ') || 'not in this plan';
}

/** How long a pack lasts: `about 12 weeks`, `about 4 months`. */
export function lastsText(days: number): string {
  if (days >= 100) return `about ${Math.round(days / 30)} months`;
  const weeks = Math.max(1, Math.round(days / 7));
  return `about ${weeks} ${weeks === 1 ? 'week' : 'weeks'}`;
}

/** Short names of solutions, as a heading. */
export const solutionNames: Record<Solution, string> = {
  'other-time': 'At another time of day',
  'other-evening': 'On other evenings',
  'every-third-evening': 'Every third evening or less',
  'choose-one': 'One of the two',
};
