import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { maxAnswerLength } from '#domain/support/views.ts';
import { api, send } from '#lib/api.ts';
import type { DeskTicket, Moved } from '../answers.ts';
import '#ui/fields.css';

type Props = {
  ticket: DeskTicket;
  /** Makes the call and shows its outcome. @returns whether it succeeded */
  onMove: (call: (ticket: DeskTicket) => Promise<Moved>) => Promise<boolean>;
};

/** Unsent answers by ticket, kept while the desk is open, so that opening an order does not lose them. */
const drafts = new Map<string, string>();

const seenOf = ({ status, answers }: DeskTicket) => ({ status, answers: answers.length });
const calls = {
  answer: (message: string, keepOpen: boolean) => (ticket: DeskTicket) =>
    send(
      api.desk.tickets[':id'].answer.$post({
        param: { id: ticket.id },
        json: { message, keepOpen, seen: seenOf(ticket) },
      }),
    ),
  close: (ticket: DeskTicket) =>
    send(api.desk.tickets[':id'].close.$post({ param: { id: ticket.id }, json: { seen: seenOf(ticket) } })),
  open: (ticket: DeskTicket) =>
    send(api.desk.tickets[':id'].open.$post({ param: { id: ticket.id }, json: { seen: seenOf(ticket) } })),
};

/** Actions on a ticket: answer by email, close, reopen. */
export function AnswerForm({ ticket, onMove }: Props) {
  const { id: ticketId, email, status } = ticket;
  const id = useId();
  const [message, setMessage] = useState(drafts.get(ticketId) ?? '');
  const [busy, setBusy] = useState(false);

  const type = (text: string) => {
    setMessage(text);
    drafts.set(ticketId, text);
  };
  const move = async (call: (ticket: DeskTicket) => Promise<Moved>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const done = await onMove(call);
    setBusy(false);
    return done;
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const keepOpen = new FormData(event.currentTarget).has('keepOpen');
    if (await move(calls.answer(message, keepOpen))) type('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
  };

  if (status === 'closed')
    return (
      <div>
        <button
          type="button"
          className="button quiet small"
          aria-busy={busy}
          onClick={() => void move(calls.open)}
        >
          Reopen
        </button>
      </div>
    );
  return (
    <form className="stack gap-3" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Answer to {email}</label>
        <textarea
          id={id}
          name="message"
          rows={7}
          required
          maxLength={maxAnswerLength}
          value={message}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          aria-describedby={`${id}-hint`}
        />
        <p className="hint" id={`${id}-hint`}>
          Your answer is sent by email with their message below it, and the ticket is closed. Ctrl + Enter
          sends it.
        </p>
      </div>
      <label className="tick">
        <input type="checkbox" name="keepOpen" />
        Keep the ticket open
      </label>
      <div className="desk-tools">
        <button type="submit" className="button small" aria-busy={busy} disabled={busy}>
          Send answer
        </button>
        <button
          type="button"
          className="button quiet small"
          disabled={busy}
          onClick={() => void move(calls.close)}
        >
          Close without an answer
        </button>
      </div>
    </form>
  );
}
