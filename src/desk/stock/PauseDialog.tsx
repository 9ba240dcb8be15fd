import { maxPauseReason } from '#domain/stock/changes.ts';
import { api, send } from '#lib/api.ts';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

type Props = {
  /** @property paused why it is not sold at the moment, or null */
  product: { _id: string; name: string; paused: string | null };
  onClose: () => void;
  /** Called when the product was paused or resumed, by this operator or another one. */
  onChanged: () => void;
};

/** Pauses the sale of a product with a reason that shoppers read, or resumes it. */
export function PauseDialog({ product: { _id, name, paused }, onClose, onChanged }: Props) {
  const selling = api.desk.stock[':productId'];
  const param = { productId: _id };
  if (paused !== null)
    return (
      <FormDialog
        title={`Sell ${name} again?`}
        action="Resume selling"
        onSubmit={() => send(selling.resume.$post({ param, json: { seen: paused } }))}
        onClose={onClose}
        onChanged={onChanged}
      >
        <p>Shoppers can order it at once.</p>
      </FormDialog>
    );
  return (
    <FormDialog
      title={`Pause selling ${name}?`}
      action="Pause selling"
      onSubmit={(form) => send(selling.pause.$post({ param, json: { reason: textOf(form, 'reason') } }))}
      onClose={onClose}
      onChanged={onChanged}
    >
      {(errors) => (
        <DialogField
          label="Reason that shoppers read"
          name="reason"
          required
          maxLength={maxPauseReason}
          hint="Such as: We are checking a new batch. Shoppers see it on the product’s page, in the cart and at checkout."
          errors={errors}
        />
      )}
    </FormDialog>
  );
}
