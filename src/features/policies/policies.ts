/** The policies: what editors write in `content/policies`, and in which order they are listed. */
import { z } from 'zod';

/** The footer and the answers link to these, so each must exist, and no other would be found. */
export const policySlugs = ['shipping', 'refund', 'privacy', 'terms', 'grievance'] as const;

const line = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must be at most ${max} characters`);

/** The front matter of `content/policies/<slug>.md`. */
export const policyContent = z.strictObject({
  title: line(60),
  /** As lists of policies call it. */
  short: line(24),
  /** One or two sentences: under the title, and what a search engine shows. */
  summary: line(200),
  updated: z.date('must be a date such as 2026-11-21'),
  /** Not yet read by a lawyer; the page says so. */
  sample: z.boolean().default(false),
});

const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** `21 November 2026`. An editor's date is a day without a time, which YAML reads as UTC midnight. */
export const formatDay = (date: Date): string => day.format(date);
