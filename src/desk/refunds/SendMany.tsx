import { useState } from 'react';
import { confirmedTogether } from '#domain/orders/refund-labels.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatPrice } from '#lib/money.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';

export type Refund = ResponseOf<typeof api.desk.refunds.$get>['rows'][number];

/** Refunds that wait and go back to an online payment. The transfer of cash needs a reference of its own. */
export const canGoTogether = (refund: Refund): refund is Refund & { status: 'due' | 'failed' } =>
  refund.method !== null && confirmedTogether.some((status) => status === refund.status);

type Ready = Refund & { status: 'due' | 'failed' };

/** What became of the refunds. @property stayed those that were not sent, with the reason */
type Report = { message: string; stayed: { reference: string; message: string }[] };

type Props = {
  all: readonly Ready[];
  chosen: readonly Ready[];
  onChoose: (refunds: readonly Ready[], on: boolean) => void;
  onChanged: () => void;
};

const countOf = (refunds: readonly object[]) =>
  refunds.length === 1 ? '1 refund' : `${refunds.length} refunds`;
const sumOf = (refunds: readonly Refund[]) =>
  formatPrice(refunds.reduce((sum, { amount }) => sum + amount, 0));

/** Chooses refunds of online payments and sends them back with one password. Those that stay are named. */
export function SendMany({ all, chosen, onChoose, onChanged }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [report, setReport] = useState<Report>();
  const submit = async (form: FormData) => {
    const refunds = chosen.map(({ id: refundId, status: seen }) => ({ refundId, seen }));
    const answer = await send(
      api.desk.refunds['confirm-many'].$post({ json: { refunds, ...readProof(form) } }),
    );
    if (!answer.ok) return answer;
    const { results } = answer.data;
    const referenceOf = (id: string) => chosen.find((one) => one.id === id)?.orderReference ?? id;
    setReport({
      message: `${countOf(results.filter(({ ok }) => ok))} confirmed.`,
      stayed: results
        .filter(({ ok }) => !ok)
        .map(({ refundId, message }) => ({ reference: referenceOf(refundId), message })),
    });
    onChoose(chosen, false);
    return { ok: true as const, data: {} };
  };
  return (
    <section className="stack gap-3" aria-label="Several refunds">
      {all.length > 1 && (
        <div className="cluster gap-3">
          <label className="tick">
            <input
              type="checkbox"
              checked={chosen.length === all.length}
              onChange={({ target }) => onChoose(all, target.checked)}
            />{' '}
            Choose all {all.length} of online payments
          </label>
          <button
            type="button"
            className="button small"
            disabled={!chosen.length}
            onClick={() => setAsking(true)}
          >
            {chosen.length ? `Send back ${countOf(chosen)}, ${sumOf(chosen)}` : 'Send back the chosen ones'}
          </button>
        </div>
      )}
      <div role="status">
        {report && (
          <div className="notice stack gap-2">
            <p>{report.message}</p>
            {report.stayed.length > 0 && (
              <>
                <p>{countOf(report.stayed)} not sent:</p>
                <ul className="desk-changes">
                  {report.stayed.map(({ reference, message }) => (
                    <li key={reference}>
                      {reference}: {message}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
      </div>
      {isAsking && (
        <FormDialog
          title={`Send ${sumOf(chosen)} back?`}
          action={`Send back ${countOf(chosen)}`}
          password
          onSubmit={submit}
          onClose={() => setAsking(false)}
          onChanged={onChanged}
        >
          <p>
            Each is refunded to its original payment method. One that the provider refuses stays here, with
            the reason.
          </p>
        </FormDialog>
      )}
    </section>
  );
}
