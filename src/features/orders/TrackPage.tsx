import { useEffect, useRef, useState } from 'react';
import { api, send } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { asRecord } from '#lib/record.ts';
import { takeSessionStorage, trackKey } from '#lib/session-storage.dom.ts';
import { toFormProblem } from '#shared/account/send-form.api.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { TextField } from '#ui/TextField.tsx';
import { type FormProblem, useForm } from '#ui/useForm.ts';
import '#ui/fields.css';
import './orders.css';
import './order-details.css';
import './track.css';
import { withKnownStatus } from '#domain/orders/order.ts';
import type { ApiTrack } from '#domain/orders/track.ts';
import { TrackedOrder } from './TrackedOrder.tsx';

/** Refusals about the whole form, which are shown with what can be done instead. */
const isAnswer = (code: string): boolean => code === 'not_found' || code === 'too_many';

/** Follows an order without signing in (docs/behaviour.md, "Order tracking"). `?ref=` fills in its number. */
export default function TrackPage() {
  const [found, setFound] = useState<ApiTrack>();
  const [refused, setRefused] = useState<string>();
  /** In the box of the contact page. */
  const [asked, setAsked] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  const form = useForm({ reference: '', contact: '' }, async (fields): Promise<FormProblem | undefined> => {
    setRefused(undefined);
    setFound(undefined);
    const response = await send(api.order.track.$post({ json: fields }), {
      otherwise: 'Failed to fetch tracking info',
    });
    if (response.ok) setFound(withKnownStatus(response.data));
    else if (isAnswer(response.code)) setRefused(response.message);
    else return toFormProblem(response);
    return undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    const { reference: number = '', contact = '' } = asRecord(takeSessionStorage(trackKey));
    const tracked = contact ? { reference: String(number), contact: String(contact) } : undefined;
    const reference = new URLSearchParams(location.search).get('ref');
    if (tracked) form.set(tracked);
    else if (reference) form.set({ reference });
    setAsked(Boolean(tracked));
  }, []);
  useEffect(() => {
    if (asked) form.ref.current?.requestSubmit();
  }, [asked, form.ref]);
  useEffect(() => {
    if (found || refused) answer.current?.focus();
  }, [found, refused]);

  return (
    <div className="track wrap stack gap-6">
      <header>
        <h1>Track Your Order</h1>
        <p className="soft">With its number, and the phone or email that you ordered with.</p>
      </header>
      <form className="track-form panel stack gap-5" ref={form.ref} onSubmit={form.onSubmit} noValidate>
        <TextField
          label="Order number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          required
          hint="ORD- and six digits, in our emails"
          {...form.field('reference')}
        />
        <TextField
          label="Mobile number or email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          enterKeyHint="search"
          required
          {...form.field('contact')}
        />
        <FormEnd problem={form.problem} busy={form.busy}>
          Track Order
        </FormEnd>
      </form>
      <div className="track-answer" ref={answer} tabIndex={-1}>
        {found && <TrackedOrder order={found} />}
        {refused && (
          <section className="notice" role="alert">
            <p>{refused}</p>
            <p>
              The link in our emails opens the order too. If you cannot find it, please{' '}
              <a href={paths.contact}>contact us</a>.
            </p>
          </section>
        )}
      </div>
    </div>
  );
}
