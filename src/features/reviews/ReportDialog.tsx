import { useEffect, useRef } from 'react';
import { type HideReason, hideReasons, reviewLength } from '#domain/reviews/review-constants.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useForm } from '#ui/useForm.ts';
import { reportReview } from './reviews.api.ts';

const reasons = { '': 'Please choose', ...hideReasons };

/** Reports a review to the shop, with the reason (docs/behaviour.md, "Hidden reviews"). It opens when it is rendered. */
export default function ReportDialog({ reviewId, onClose }: { reviewId: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const form = useForm({
    initial: { reason: '', text: '' },
    send: ({ reason, text }) => reportReview(reviewId, reason as HideReason, text.trim()),
    onDone({ message }) {
      dialog.current?.close();
      toast({ message });
    },
  });
  return (
    <dialog ref={dialog} className="dialog review-dialog" aria-labelledby="report-title" onClose={onClose}>
      <form ref={form.ref} onSubmit={form.onSubmit}>
        <h3 id="report-title">Report this review</h3>
        <p className="soft small">
          A person reads each report. We hide a review only for one of these reasons.
        </p>
        <SelectField {...form.field('reason')} label="Reason" options={reasons} required />
        <TextField
          {...form.field('text')}
          label={
            <>
              Say more <span className="review-optional">(optional)</span>
            </>
          }
          rows={3}
          maxLength={reviewLength.report}
        />
        <p className="error" role="alert">
          {form.problem?.message}
        </p>
        <div className="actions">
          <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="button" aria-busy={form.busy} aria-disabled={form.busy}>
            Send Report
          </button>
        </div>
      </form>
    </dialog>
  );
}
