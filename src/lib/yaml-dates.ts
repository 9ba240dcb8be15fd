/** Days in the YAML of content: `2026-12-01`. */
import type { ScalarTag } from 'yaml';
import { startOfDay } from './dates.ts';

/** Astro reads dates too; it would take `2026-02-30` for a day in March. */
const date: ScalarTag = {
  tag: 'tag:yaml.org,2002:timestamp',
  default: true,
  test: /^\d{4}-\d\d-\d\d$/,
  resolve(day, onError) {
    if (startOfDay(day) === undefined) onError(`${day} is not a day of the calendar`);
    return new Date(day);
  },
};

/** The tags with which content is read. */
export const contentTags: ScalarTag[] = [date];
