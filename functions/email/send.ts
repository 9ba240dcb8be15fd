/**
 * Sends one email, through Resend or Cloudflare's email binding, as configured. A sender tries once; functions/dispatch
 * retries.
 */
import { mailboxOf } from '#domain/store/contact.ts';
import type { Store } from '#domain/store/store.ts';
import { bindingSender } from './binding.ts';
import type { Mail, Sender, Transport } from './mail.ts';
import { readMailbox } from './mailbox.ts';
import { resendSender } from './resend.ts';
import { breaksHeader } from './sanitize.ts';

export type MailSettings = {
  /** Cloudflare's binding (`[[send_email]]` in wrangler.toml). */
  EMAIL?: SendEmail;
  /** `Name <address>` or an address. Default: the shop's name and care address. */
  MAIL_FROM?: string;
  /** Resend's API key; it takes precedence over the binding. */
  MAIL_API_KEY?: string;
  /** URL of another server that speaks Resend's protocol. */
  MAIL_API_URL?: string;
};

const oneAddress = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/;

/** Why an email must not be sent, or `undefined`: a line break in a header would add a header. */
function invalidReason({ to, subject, headers, id }: Mail): string | undefined {
  if (!oneAddress.test(to) || breaksHeader(to)) return 'the recipient is not one address';
  if (breaksHeader(subject)) return 'the subject holds a line break or control character';
  if (!/^[\w.-]+$/.test(id)) return 'the id has characters that a Message-ID cannot hold';
  const wrong = Object.entries(headers).some(
    ([name, value]) => !/^[\w-]+$/.test(name) || breaksHeader(value),
  );
  return wrong ? 'a header holds a line break or control character' : undefined;
}

/** @throws Error when a URL is set without a key */
function transportOf({ EMAIL, MAIL_API_KEY, MAIL_API_URL }: MailSettings): Transport | undefined {
  const key = MAIL_API_KEY?.trim();
  if (key) return resendSender(key, MAIL_API_URL || undefined);
  if (MAIL_API_URL) throw new Error('MAIL_API_URL is set, but MAIL_API_KEY is not');
  return EMAIL && bindingSender(EMAIL);
}

/**
 * The configured sender; `undefined` when there is none.
 * @param timeLimit ms for one email
 * @throws Error for invalid settings
 */
export function mailSender(settings: MailSettings, store: Store, timeLimit = 10_000): Sender | undefined {
  const transport = transportOf(settings);
  if (!transport) return undefined;
  const from = readMailbox(settings.MAIL_FROM) ?? { name: store.name, email: mailboxOf(store) };
  if (breaksHeader(from.name + from.email)) throw new Error('the sender holds a line break');
  const { hostname } = new URL(store.url);
  return async (mail) => {
    const reason = invalidReason(mail);
    if (reason) return { ok: false, code: 'refused', reason };
    const headers = { ...mail.headers, 'Message-ID': `<${mail.id}@${hostname}>` };
    const outgoing = { ...mail, headers, from, replyTo: mailboxOf(store) };
    return transport(outgoing, AbortSignal.timeout(timeLimit));
  };
}
