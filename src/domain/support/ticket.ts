/** A support ticket: one schema for the form and the API (docs/behaviour.md, "Support"). */
import { cleanLine } from 'shop-import/clean-line';
import { emailField } from '#domain/addresses/address.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import * as z from '#lib/schema.ts';
import { oneLine, someLines } from '#lib/text.ts';

export const issueTypes = ['general', 'order', 'return', 'technical', 'billing'] as const;
export type IssueType = (typeof issueTypes)[number];

const line = (label: string, max: number) =>
  z
    .string({ error: `Please enter ${label}` })
    .trim()
    .min(1, `Please enter ${label}`)
    .max(max, `Please use at most ${max} characters`)
    .regex(oneLine, 'This contains a character that we cannot print');

/** Text with several lines: line breaks and tabs are allowed, other control characters are not. */
export const multiline = (label: string, max: number) =>
  z
    .string({ error: `Please enter ${label}` })
    .trim()
    .min(1, `Please enter ${label}`)
    .max(max, `Please use at most ${max} characters`)
    .regex(someLines, 'This contains a character that we cannot print');

const nameTooLong = 'Your name can have at most 80 characters';

/** POST /api/contact/submit. The form calls the message "description". */
export const ticket = z.object({
  name: z
    .string()
    .max(maxTyped, nameTooLong)
    .transform((typed) => cleanLine(typed))
    .pipe(
      z.string().max(80, nameTooLong).regex(oneLine, 'Your name contains a character that we cannot print'),
    )
    .optional(),
  email: emailField,
  subject: line('a subject', 120),
  issueType: z.enum(issueTypes, { error: 'Please choose what it is about' }).default('general'),
  message: multiline('a description', 4000),
});
