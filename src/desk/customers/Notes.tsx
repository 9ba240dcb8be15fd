import { type FormEvent, useId, useState } from 'react';
import { maxNoteLength } from '#domain/customers/customer.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { toast } from '#ui/toast.dom.ts';
import type { CustomerPage } from '../answers.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import '#ui/fields.css';

type Props = { page: CustomerPage; onChanged: () => void };
type Note = CustomerPage['notes'][number];

/** Operators' notes on a customer, newest first. */
export function Notes({ page: { customer, notes }, onChanged }: Props) {
  const [deleting, setDeleting] = useState<Note>();
  const param = { id: customer.id };
  return (
    <section className="panel stack gap-3">
      <h2>Notes</h2>
      <NoteForm
        save={(text) => send(api.desk.customers[':id'].notes.$post({ param, json: { text } }))}
        onSaved={onChanged}
      />
      <ol className="desk-customer-rows">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="desk-text">{note.text}</p>
            <p className="desk-second cluster">
              <span>
                {formatDayTime(note.at)} · {note.actor}
              </span>
              <button
                type="button"
                className="button plain small"
                aria-label={`Delete the note “${note.text.slice(0, 40)}”`}
                onClick={() => setDeleting(note)}
              >
                Delete
              </button>
            </p>
          </li>
        ))}
      </ol>
      {deleting && (
        <ActionDialog
          title="Delete this note?"
          action="Delete note"
          call={api.desk.customers[':id'].notes.delete.$post}
          input={{ param, json: { id: deleting.id } }}
          onClose={() => setDeleting(undefined)}
          onChanged={onChanged}
        >
          <p className="desk-text">{deleting.text}</p>
        </ActionDialog>
      )}
    </section>
  );
}

type FormProps = {
  save: (text: string) => Promise<{ ok: true } | { ok: false; message: string }>;
  onSaved: () => void;
};

/** A refused note stays in the field. */
function NoteForm({ save, onSaved }: FormProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !text.trim()) return;
    setBusy(true);
    const answer = await save(text);
    setBusy(false);
    if (!answer.ok) return toast({ message: answer.message, kind: 'error' });
    setText('');
    onSaved();
  };
  return (
    <form className="stack gap-3" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>New note</label>
        <textarea
          id={id}
          rows={3}
          maxLength={maxNoteLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-describedby={`${id}-hint`}
        />
        <p className="hint" id={`${id}-hint`}>
          For operators. The customer gets it with their data, if they ask for it.
        </p>
      </div>
      <div>
        <button type="submit" className="button quiet small" aria-busy={busy} disabled={busy || !text.trim()}>
          Add note
        </button>
      </div>
    </form>
  );
}
