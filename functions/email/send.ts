/**
 * How letters leave the house: through Cloudflare's e-mail binding, or any mail API that takes JSON. Which
 * one, and in which shape, is configuration. Retrying is the outbox's; a sender tries once.
 */
import type { Store } from '#features/store/store.ts';
import { bindingSender } from './binding.ts';
import { breaksHeader } from './clean.ts';
import type { Letter } from './email.ts';
import { apiSender } from './http-api.ts';
import { type Mailbox, readMailbox } from './mailbox.ts';

export type MailSettings = {
  /** Cloudflare's binding (`[[send_email]]` in wrangler.toml). */
  EMAIL?: SendEmail;
  /** `Name <address>` or an address; the shop's name and care address when left out. */
  MAIL_FROM?: string;
  /** Where a mail API takes a POST; it comes before the binding. */
  MAIL_API_URL?: string;
  MAIL_API_KEY?: string;
  /** JSON with placeholders (placeholders.ts); Resend's when left out. */
  MAIL_API_HEADERS?: string;
  MAIL_API_BODY?: string;
};

export type Mail = Letter & {
  /** The outbox row's id: the provider's idempotency key, and the first half of the Message-ID. */
  id: string;
  to: string;
};

export type SendResult =
  | { ok: true; providerId: string | null }
  | {
      ok: false;
      /** `refused`: will not be taken, however often it is tried. `unavailable`: later, perhaps. */
      code: 'refused' | 'unavailable';
      /** For us: never holds the recipient, the key or the letter's text. */
      reason: string;
      /** Seconds, when the provider said so. */
      retryAfter?: number;
    };

export type Sender = (mail: Mail) => Promise<SendResult>;

/** What a way of sending is given with each mail, checked. */
export type Outgoing = Mail & { from: Mailbox; replyTo: string; messageId: string };

/** A way of sending. @param signal ends it when its time is over; what became of the mail is then unknown */
export type Transport = (mail: Outgoing, signal: AbortSignal) => Promise<SendResult>;

const oneAddress = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/;

/** Why a mail must not leave: a line break in a header is somebody else's header. */
function unfit({ to, subject, headers, id }: Mail): string | undefined {
  if (!oneAddress.test(to) || breaksHeader(to)) return 'the recipient is not one address';
  if (breaksHeader(subject)) return 'the subject holds a line break or control character';
  if (!/^[\w.-]+$/.test(id)) return 'the id has characters that a Message-ID cannot hold';
  const wrong = Object.entries(headers).some(
    ([name, value]) => !/^[\w-]+$/.test(name) || breaksHeader(value),
  );
  return wrong ? 'a header holds a line break or control character' : undefined;
}

/** @throws Error when the settings contradict each other or cannot be read */
function transportOf(settings: MailSettings): Transport | undefined {
  if (settings.MAIL_API_URL) return apiSender(settings);
  const idle = (['MAIL_API_KEY', 'MAIL_API_HEADERS', 'MAIL_API_BODY'] as const).find(
    (name) => settings[name],
  );
  if (idle) throw new Error(`${idle} is set, but MAIL_API_URL is not`);
  return settings.EMAIL && bindingSender(settings.EMAIL);
}

/**
 * The configured way of sending; `undefined` when there is none.
 * @param timeLimit ms for one mail
 * @throws Error, at once, for settings that cannot work
 */
export function mailSender(settings: MailSettings, store: Store, timeLimit = 10_000): Sender | undefined {
  const transport = transportOf(settings);
  if (!transport) return undefined;
  const from = readMailbox(settings.MAIL_FROM) ?? { name: store.name, email: store.care.email };
  if (breaksHeader(from.name + from.email)) throw new Error('the sender holds a line break');
  const { hostname } = new URL(store.url);
  return async (mail) => {
    const reason = unfit(mail);
    if (reason) return { ok: false, code: 'refused', reason };
    const messageId = `<${mail.id}@${hostname}>`;
    const headers = { ...mail.headers, 'Message-ID': messageId };
    const outgoing = { ...mail, headers, from, replyTo: store.care.email, messageId };
    return transport(outgoing, AbortSignal.timeout(timeLimit));
  };
}
