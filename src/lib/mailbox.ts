/** Domains of one mail service. */
const sameDomain: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * The address without what people add to have several addresses for one mailbox: dots and `+…` before the `@`. Only to
 * count or to compare: no email is sent to it.
 * @param email trimmed, lower case
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).split('+');
  const domain = email.slice(at + 1);
  return `${local.replaceAll('.', '') || email.slice(0, at)}@${sameDomain[domain] ?? domain}`;
}
