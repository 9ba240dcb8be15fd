/** A mail API over HTTP. Resend's shape unless MAIL_API_HEADERS and MAIL_API_BODY say another. */
import { formatMailbox } from './mailbox.ts';
import { bodyNames, fill, headerNames, type Json, readTemplate, uses } from './placeholders.ts';
import type { MailSettings, Outgoing, SendResult, Transport } from './send.ts';

/** https://resend.com/docs/api-reference/emails/send-email, as of 2026 */
const resend = {
  headers: '{"Authorization":"Bearer $key","Idempotency-Key":"$id"}',
  body: '{"from":"$from","to":["$to"],"subject":"$subject","text":"$text","html":"$html","reply_to":"$replyTo","headers":"$headers"}',
};

/** What the key goes to must not be overheard; a stand-in on this machine cannot be. */
function readUrl(text: string): string {
  const url = URL.parse(text);
  const here = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && here)) return url.href;
  throw new Error('MAIL_API_URL is not an https address');
}

function readHeaders(text: string, key: string): { [name: string]: Json } {
  const template = readTemplate('MAIL_API_HEADERS', text, headerNames);
  try {
    new Headers(fill(template, { key, id: 'id', messageId: 'id' }) as Record<string, string>);
  } catch {
    // The engine's own message would repeat the value, which may be the key.
    throw new Error('MAIL_API_HEADERS, with MAIL_API_KEY in it, is not a set of HTTP headers');
  }
  return template;
}

/**
 * The provider's own code for what is wrong, to be told to us. Its message could repeat the recipient, and
 * even a code could: what the provider had from us is left out.
 */
function codeIn(answer: Record<string, unknown>, told: readonly string[]): string {
  const code = [answer.name, answer.code, answer.ErrorCode]
    .map((one) => String(one ?? ''))
    .find((one) => /^(?:[a-z_]{3,40}|\d{1,5})$/.test(one) && !told.some((text) => text.includes(one)));
  return code ? ` (${code})` : '';
}

const idIn = (answer: Record<string, unknown>): unknown =>
  answer.id ?? answer.messageId ?? answer.MessageID ?? answer.message_id;

async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  try {
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  } catch {
    // What it says besides its status is welcome, not needed: a mail that was taken stays taken.
    return {};
  }
}

const longestWait = 24 * 60 * 60;

/** Seconds, from either form of Retry-After; a date is counted from the provider's own clock. */
function retryAfter({ headers }: Response): { retryAfter?: number } {
  const value = headers.get('retry-after');
  if (!value) return {};
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 1000;
  return seconds >= 0 ? { retryAfter: Math.min(Math.ceil(seconds), longestWait) } : {};
}

/** Worth another try: too early, too often, their trouble, or a redirect, which would take the key along. */
const passing = (status: number): boolean =>
  [408, 425, 429].includes(status) || status >= 500 || status < 400;

/** 409 while the first try with the same key is still at work (Resend: `concurrent_idempotent_requests`). */
const stillAtWork = (status: number, code: string): boolean => status === 409 && code.includes('concurrent');

async function read(response: Response, told: readonly string[]): Promise<SendResult> {
  const answer = await readAnswer(response);
  if (response.ok) {
    const id = idIn(answer) ?? response.headers.get('x-message-id');
    return { ok: true, providerId: id === null || id === undefined ? null : String(id) };
  }
  const code = codeIn(answer, told);
  const reason = `the mail API answered ${response.status}${code}`;
  if (passing(response.status) || stillAtWork(response.status, code))
    return { ok: false, code: 'unavailable', reason, ...retryAfter(response) };
  return { ok: false, code: 'refused', reason };
}

const valuesOf = (mail: Outgoing, key: string): Record<string, Json> => ({
  from: formatMailbox(mail.from),
  fromName: mail.from.name,
  fromEmail: mail.from.email,
  to: mail.to,
  replyTo: mail.replyTo,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  headers: mail.headers,
  id: mail.id,
  messageId: mail.messageId,
  key,
});

/** @throws Error for an address, headers or a body that cannot work, or a key that is named and not there */
export function apiSender(settings: MailSettings): Transport {
  const url = readUrl(settings.MAIL_API_URL ?? '');
  const key = settings.MAIL_API_KEY?.trim() ?? '';
  const headers = readHeaders(settings.MAIL_API_HEADERS || resend.headers, key);
  const body = readTemplate('MAIL_API_BODY', settings.MAIL_API_BODY || resend.body, bodyNames);
  if (!key && uses([headers, body], 'key')) throw new Error('MAIL_API_URL is set, but MAIL_API_KEY is not');
  return async (mail, signal) => {
    const values = valuesOf(mail, key);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          ...(fill(headers, values) as Record<string, string>),
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify(fill(body, values)),
        redirect: 'manual',
        signal,
      });
      return await read(response, [key, mail.to, mail.subject, mail.text]);
    } catch {
      const reason = signal.aborted
        ? 'the mail API did not answer in time'
        : 'the mail API cannot be reached';
      return { ok: false, code: 'unavailable', reason };
    }
  };
}
