/** Checks and sends a ticket, for ticket-form.dom.ts. */
import type { z } from 'zod';
import { ticket } from '#domain/support/ticket.ts';
import { api, send } from '#lib/api.ts';
import { fieldErrors } from '#lib/field-errors.ts';

export type Fields = Record<string, string>;
/** @property message undefined for the form's own; empty where the fields say it */
export type Problem = { message?: string; more?: string; fields: Fields };
type Sent = { reference: string; receiptHeld?: boolean };

/** Fills in what a link from an order says: `?order=ORD-000123&type=order`. */
export function fillIn({ elements }: HTMLFormElement): void {
  const query = new URLSearchParams(location.search);
  const [order] = /^ORD-\d+$/.exec(query.get('order') ?? '') ?? [];
  const subject = elements.namedItem('subject') as HTMLInputElement;
  if (!order || subject.value) return;
  subject.value = `Order ${order}`;
  const type = query.get('type');
  if (type) (elements.namedItem('issueType') as HTMLInputElement).value = type;
}

export async function submitTicket(values: Fields): Promise<Sent | Problem> {
  const checked = ticket.safeParse(values);
  if (!checked.success) return { message: '', fields: fieldErrors(checked.error.issues) };
  const answer = await send(api.contact.submit.$post({ json: values as z.input<typeof ticket> }));
  if (answer.ok) return answer.data;
  const { status, message, body, fields } = answer;
  if (Object.keys(fields).length) return { message: '', fields };
  if (status === 0) return { more: message, fields: {} };
  return { ...(typeof body.message === 'string' && { message }), fields: {} };
}
