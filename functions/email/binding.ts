/**
 * Cloudflare's Email Service (https://developers.cloudflare.com/email-service/api/send-emails/workers-api/).
 * It has no idempotency key: an email whose response was lost may be sent twice.
 */
import type { SendResult, Transport } from './mail.ts';

/** Error codes for which a retry is useless. Any other error may be temporary. */
const permanentCode = /^E_(VALIDATION|FIELD|TOO_MANY|SENDER|RECIPIENT|CONTENT|HEADER)/;

function failed(error: unknown, aborted: boolean): SendResult {
  if (aborted) return { ok: false, code: 'unavailable', reason: 'the email binding did not answer in time' };
  const given = error instanceof Error && 'code' in error ? String(error.code) : '';
  // The message may repeat the recipient; the code cannot.
  const code = /^E_[A-Z_]+$/.test(given) ? given : 'no code';
  const reason = `the email binding failed (${code})`;
  return { ok: false, code: permanentCode.test(code) ? 'refused' : 'unavailable', reason };
}

/** Rejects when the signal aborts, since the binding itself takes no signal. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

export const bindingSender =
  (binding: SendEmail): Transport =>
  async ({ from, to, subject, text, html, headers, replyTo, attachments }, signal) => {
    // The service writes its own Message-ID, and refuses an email that has one.
    const { 'Message-ID': _, ...otherHeaders } = headers;
    const sender = from.name ? from : from.email;
    const files = attachments.map((file) => ({ ...file, disposition: 'attachment' as const }));
    const email = {
      from: sender,
      to,
      replyTo,
      subject,
      text,
      html,
      headers: otherHeaders,
      ...(files.length && { attachments: files }),
    };
    try {
      const { messageId } = await Promise.race([binding.send(email), rejectOnAbort(signal)]);
      return { ok: true, providerId: messageId ?? null };
    } catch (error) {
      return failed(error, signal.aborted);
    }
  };
