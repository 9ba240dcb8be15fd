/** Sends through Resend (https://resend.com/docs/api-reference/emails/send-email). */

import type { SendResult, Transport } from './mail.ts';
import { formatMailbox } from './mailbox.ts';

const resendUrl = 'https://api.resend.com/emails';

const longestWait = 24 * 60 * 60;

/** Seconds of Retry-After. */
function retryAfter({ headers }: Response): { retryAfter?: number } {
  const value = headers.get('retry-after') ?? '';
  return /^\d+$/.test(value) ? { retryAfter: Math.min(Number(value), longestWait) } : {};
}

/** A retry may succeed: timeout, rate limit, server error, or a redirect (not followed, it would get the key). */
const isTemporary = (status: number): boolean =>
  [408, 425, 429].includes(status) || status >= 500 || status < 400;

async function readResult(response: Response): Promise<SendResult> {
  // The status is enough: an email that Resend has accepted stays accepted.
  const body = ((await response.json().catch(() => null)) ?? {}) as { id?: unknown; name?: unknown };
  if (response.ok) return { ok: true, providerId: typeof body.id === 'string' ? body.id : null };
  // The same email was accepted before, and the answer was lost; what it says of its order has changed since.
  if (body.name === 'invalid_idempotent_request') return { ok: true, providerId: null };
  // The name of the error, which cannot repeat the recipient as its message could.
  const name = typeof body.name === 'string' && /^[a-z_]{3,40}$/.test(body.name) ? body.name : undefined;
  const reason = `Resend answered ${response.status}${name ? ` (${name})` : ''}`;
  // 409 of this name: the first request with the same key is still processed.
  return isTemporary(response.status) || name === 'concurrent_idempotent_requests'
    ? { ok: false, code: 'unavailable', reason, ...retryAfter(response) }
    : { ok: false, code: 'refused', reason };
}

/** @param url of another server that speaks the same protocol */
export const resendSender =
  (key: string, url = resendUrl): Transport =>
  async ({ id, from, to, replyTo, subject, text, html, headers, attachments }, signal) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': id,
          // Resend refuses requests without one, and a Worker sends none by itself.
          'User-Agent': 'harita',
        },
        body: JSON.stringify({
          from: formatMailbox(from),
          to: [to],
          reply_to: replyTo,
          subject,
          text,
          html,
          headers,
          ...(attachments.length && {
            attachments: attachments.map(({ filename, type, content }) => ({
              filename,
              content_type: type,
              content: Buffer.from(content).toString('base64'),
            })),
          }),
        }),
        redirect: 'manual',
        signal,
      });
      return await readResult(response);
    } catch {
      const reason = signal.aborted ? 'Resend did not answer in time' : 'Resend cannot be reached';
      return { ok: false, code: 'unavailable', reason };
    }
  };
