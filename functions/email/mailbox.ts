/** The sender of an email: a name and an address (RFC 5322, section 3.4). */
import { breaksHeader } from './sanitize.ts';

export type Mailbox = { name: string; email: string };

const mailboxPattern =
  /^(?:"(?<quoted>[^"\\]+)"|(?<plain>[^"<>@,;]*))\s*<(?<email>[^\s<>@,]+@[^\s<>@,]+)>$|^(?<bare>[^\s<>@,]+@[^\s<>@,]+)$/;

/**
 * Reads `MAIL_FROM`: `Harita <care@harita.example>`, the name quoted where needed, or only an address.
 * @throws Error when it is neither, or could break out of its header
 */
export function readMailbox(text: string | undefined): Mailbox | undefined {
  if (!text) return undefined;
  const groups = breaksHeader(text) ? undefined : mailboxPattern.exec(text.trim())?.groups;
  if (!groups) throw new Error('MAIL_FROM is neither an address nor "Name <address>" in one line');
  return { name: (groups.quoted ?? groups.plain ?? '').trim(), email: groups.email ?? groups.bare ?? '' };
}

/** `Harita <care@harita.example>`; a name with special characters is quoted. */
export function formatMailbox({ name, email }: Mailbox): string {
  if (!name) return email;
  return `${/^[\p{L}\p{M}\p{N} ]+$/u.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`;
}
