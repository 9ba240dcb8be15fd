/**
 * Cloudflare's Email Service (https://developers.cloudflare.com/email-service/api/send-emails/workers-api/).
 * It knows no idempotency key: a mail whose answer was lost may come twice.
 */
import type { SendResult, Transport } from './send.ts';

/** Codes that stay as they are however often one asks; every other may pass. */
const lasting = /^E_(VALIDATION|FIELD|TOO_MANY|SENDER|RECIPIENT|CONTENT|HEADER)/;

function failed(error: unknown, aborted: boolean): SendResult {
  if (aborted) return { ok: false, code: 'unavailable', reason: 'the e-mail binding did not answer in time' };
  const given = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Its message may repeat the recipient; its code cannot.
  const code = /^E_[A-Z_]+$/.test(given) ? given : 'no code';
  const reason = `the e-mail binding failed (${code})`;
  return { ok: false, code: lasting.test(code) ? 'refused' : 'unavailable', reason };
}

/** Fails when the time is over; the binding itself takes no signal. */
const whenOver = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

export const bindingSender =
  (binding: SendEmail): Transport =>
  async ({ from, to, subject, text, html, headers, replyTo }, signal) => {
    // The service writes its own Message-ID, and refuses a mail that brings one.
    const { 'Message-ID': _, ...ours } = headers;
    const sender = from.name ? from : from.email;
    const letter = { from: sender, to, replyTo, subject, text, html, headers: ours };
    try {
      const { messageId } = await Promise.race([binding.send(letter), whenOver(signal)]);
      return { ok: true, providerId: messageId ?? null };
    } catch (error) {
      return failed(error, signal.aborted);
    }
  };
