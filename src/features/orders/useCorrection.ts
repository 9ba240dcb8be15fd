import { useState } from 'react';
import { draftOf } from '#features/addresses/draft.dom.ts';
import { useAddress } from '#features/addresses/useAddress.ts';
import type { ApiQuote } from '#features/pricing/quote.ts';
import { api, offlineMessage, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { ApiOrder } from './order.ts';

const failed = { ok: false, status: 0, code: 'invalid', message: '', fields: {}, body: {} } as const;

/**
 * The form that corrects name, address and phone of an order.
 * @returns `quote`: the new sums, which sending the form once more agrees to
 */
export function useCorrection({ _id: orderId, shippingAddress }: Pick<ApiOrder, '_id' | 'shippingAddress'>) {
  const fields = useAddress(() => draftOf(shippingAddress));
  const [quote, setQuote] = useState<ApiQuote>();

  /** @param seen rows of the order's history that an operator has read */
  const submit = async (seen?: number): Promise<Outcome<{ message: string }>> => {
    const checked = await fields.check().catch(() => undefined);
    if (!checked) return { ...failed, message: offlineMessage };
    if (!checked.data) {
      fields.setErrors(checked.errors);
      return { ...failed, message: 'Please check the marked fields.' };
    }
    const { saveInfo: _saved, email: _email, ...address } = checked.data;
    const json = {
      orderId,
      address,
      ...(quote && { amount: quote.amount }),
      ...(seen !== undefined && { seen }),
    };
    const answer = await send(api.order.correct.$post({ json }));
    if (answer.ok) return answer;
    if (answer.code === 'amount_changed') setQuote(answer.body.quote as ApiQuote);
    const prefix = 'address.';
    fields.setErrors(
      Object.fromEntries(
        Object.entries(answer.fields).map(([name, message]) => [name.replace(prefix, ''), message]),
      ),
    );
    return answer;
  };
  return { fields, quote, submit };
}
