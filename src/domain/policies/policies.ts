/** The policies in `content/policies`, in their order, and the schema of their front matter. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';

/** All policies: each must exist, and no other is linked. */
export const policySlugs = [
  'shipping',
  'refund',
  'privacy',
  'terms',
  'reviews',
  'grievance',
  'fair-design',
] as const;

/** The front matter of `content/policies/<slug>.md`. */
export const policyContent = z.strictObject({
  title: text(60),
  /** The short title in lists. */
  short: text(24),
  /** One or two sentences below the title, also the description for search engines. */
  summary: text(200),
  updated: z.date('must be a date such as 2026-11-21'),
  /** Whether a lawyer has not reviewed it yet; the page says so. */
  sample: z.boolean().default(false),
});
