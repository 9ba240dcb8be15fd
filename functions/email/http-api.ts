/** Sends through a mail API over HTTP. Requests are Resend's unless MAIL_API_HEADERS and MAIL_API_BODY differ. */
import { formatMailbox } from './mailbox.ts';
import { bodyNames, fill, headerNames, type Json, readTemplate, uses } from './placeholders.ts';
import type { MailSettings, Outgoing, SendResult, Transport } from './send.ts';

/** https://resend.com/docs/api-reference/emails/send-email, as of 2026 */
const resend = {
  headers: '{"Authorization":"Bearer $key","Idempotency-Key":"$id"}',
  body: '{"from":"$from","to":["$to"],"subject":"$subject","text":"$text","html":"$html","reply_to":"$replyTo","headers":"$headers"}',
};

/** The API key needs HTTPS, except for a simulator on this machine. */
function readUrl(text: string): string {
  const url = URL.parse(text);
  const isLocal = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url.href;
  throw new Error('MAIL_API_URL is not an https address');
}

function readHeaders(text: string, key: string): { [name: string]: Json } {
  const template = readTemplate('MAIL_API_HEADERS', text, headerNames);
  try {
    new Headers(fill(template, { key, id: 'id', messageId: 'id' }) as Record<string, string>);
  } catch {
    // The engine's message would repeat the value, which may be the key.
    throw new Error('MAIL_API_HEADERS, with MAIL_API_KEY in it, is not a set of HTTP headers');
  }
  return template;
}

/**
 * The provider's error code, in parentheses. Its message is not used, since it could repeat the recipient; neither is
 * a code that occurs in what we sent.
 */
function errorCode(body: Record<string, unknown>, sentValues: readonly string[]): string {
  const code = [body.name, body.code, body.ErrorCode]
    .map((one) => String(one ?? ''))
    .find((one) => /^(?:[a-z_]{3,40}|\d{1,5})$/.test(one) && !sentValues.some((text) => text.includes(one)));
  return code ? ` (${code})` : '';
}

const providerId = (body: Record<string, unknown>): unknown =>
  body.id ?? body.messageId ?? body.MessageID ?? body.message_id;

async function readBody(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    // The status is enough: an email that the provider has accepted stays accepted.
    return {};
  }
}

const longestWait = 24 * 60 * 60;

/** Seconds, from either form of Retry-After. A date is compared with the provider's own clock. */
function retryAfter({ headers }: Response): { retryAfter?: number } {
  const value = headers.get('retry-after');
  if (!value) return {};
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : (Date.parse(value) - Date.parse(headers.get('date') ?? '')) / 1000;
  return seconds >= 0 ? { retryAfter: Math.min(Math.ceil(seconds), longestWait) } : {};
}

/** A retry may succeed: timeout, rate limit, server error, or a redirect (not followed, it would get the key). */
const isTemporary = (status: number): boolean =>
  [408, 425, 429].includes(status) || status >= 500 || status < 400;

/** 409 while the first request with the same key is still processed (Resend: `concurrent_idempotent_requests`). */
const isInProgress = (status: number, code: string): boolean => status === 409 && code.includes('concurrent');

async function readResult(response: Response, sentValues: readonly string[]): Promise<SendResult> {
  const body = await readBody(response);
  if (response.ok) {
    const id = providerId(body) ?? response.headers.get('x-message-id');
    return { ok: true, providerId: id === null || id === undefined ? null : String(id) };
  }
  const code = errorCode(body, sentValues);
  const reason = `the mail API answered ${response.status}${code}`;
  if (isTemporary(response.status) || isInProgress(response.status, code))
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

/** @throws Error for an invalid URL, headers or body, or when a template uses the key and none is set */
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
      return await readResult(response, [key, mail.to, mail.subject, mail.text]);
    } catch {
      const reason = signal.aborted
        ? 'the mail API did not answer in time'
        : 'the mail API cannot be reached';
      return { ok: false, code: 'unavailable', reason };
    }
  };
}
