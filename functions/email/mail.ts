/** An email on its way out. */
import type { Mailbox } from './mailbox.ts';

/** Subject, body and headers, ready to send. */
export type RenderedEmail = { subject: string; text: string; html: string; headers: Record<string, string> };

export type Attachment = { filename: string; type: string; content: Uint8Array<ArrayBuffer> };

export type Mail = RenderedEmail & {
  attachments: readonly Attachment[];
  /** The outbox row's id: the provider's idempotency key, and the first half of the Message-ID. */
  id: string;
  to: string;
};

export type SendResult =
  | { ok: true; providerId: string | null }
  | {
      ok: false;
      /** `refused`: a retry is useless. `unavailable`: a retry may succeed. */
      code: 'refused' | 'unavailable';
      /** For the log and operators: never contains the recipient, the key or the email's text. */
      reason: string;
      /** Seconds, if the provider sent Retry-After. */
      retryAfter?: number;
    };

export type Sender = (mail: Mail) => Promise<SendResult>;

/** A checked email with what a transport needs besides. */
type Outgoing = Mail & { from: Mailbox; replyTo: string };

/** Sends one email. @param signal aborts at the time limit; whether the email was sent is then unknown */
export type Transport = (mail: Outgoing, signal: AbortSignal) => Promise<SendResult>;
