/**
 * What one customer is known by, for codes that a customer may use only so often (docs/behaviour.md, "Discount codes").
 */
import { mailboxOf } from '#lib/mailbox.ts';

/** The keys of a customer besides the account. @param phone ten digits */
export const customerKeys = ({
  emails,
  phone,
}: {
  emails: readonly (string | undefined)[];
  phone?: string | null | undefined;
}): string[] => [
  ...new Set(
    emails.filter((email) => email?.includes('@')).map((email) => `email:${mailboxOf(email ?? '')}`),
  ),
  ...(phone ? [`phone:${phone}`] : []),
];
