/** Who a letter is from: a name and an address (RFC 5322, section 3.4). */
import { breaksHeader } from './clean.ts';

export type Mailbox = { name: string; email: string };

const written =
  /^(?:"(?<quoted>[^"\\]+)"|(?<plain>[^"<>@,;]*))\s*<(?<email>[^\s<>@,]+@[^\s<>@,]+)>$|^(?<bare>[^\s<>@,]+@[^\s<>@,]+)$/;

/**
 * Reads `MAIL_FROM`: `Harita <care@harita.example>`, the name in quotes if need be, or a bare address.
 * @throws Error when it is neither, or could break out of its header
 */
export function readMailbox(text: string | undefined): Mailbox | undefined {
  if (!text) return undefined;
  const found = breaksHeader(text) ? undefined : written.exec(text.trim())?.groups;
  if (!found) throw new Error('MAIL_FROM is neither an address nor "Name <address>" in one line');
  return { name: (found.quoted ?? found.plain ?? '').trim(), email: found.email ?? found.bare ?? '' };
}

/** `Harita <care@harita.example>`; a name that a header would read otherwise stands in quotes. */
export function formatMailbox({ name, email }: Mailbox): string {
  if (!name) return email;
  return `${/^[\p{L}\p{M}\p{N} ]+$/u.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`;
}
