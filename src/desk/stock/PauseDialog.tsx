import { maxPauseReason } from '#domain/stock/changes.ts';
import { api } from '#lib/api.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import type { DialogEnds } from '../ui/DeskList.tsx';

/** @property paused why it is not sold at the moment, or null */
type Props = DialogEnds & { product: { id: string; name: string; paused: string | null } };

/** Pauses the sale of a product with a reason that shoppers read, or resumes it. */
export function PauseDialog({ product: { id: productId, name, paused }, ...ends }: Props) {
  const selling = api.desk.stock[':productId'];
  const param = { productId };
  if (paused !== null)
    return (
      <ActionDialog
        {...ends}
        title={`Sell ${name} again?`}
        action="Resume selling"
        call={selling.resume.$post}
        input={{ param, json: { seen: paused } }}
      >
        <p>Shoppers can order it at once.</p>
      </ActionDialog>
    );
  return (
    <ActionDialog
      {...ends}
      title={`Pause selling ${name}?`}
      action="Pause selling"
      call={selling.pause.$post}
      input={{ param }}
      fields={{
        reason: {
          label: 'Reason that shoppers read',
          maxLength: maxPauseReason,
          hint: 'Such as: We are checking a new batch. Shoppers see it on the product’s page, in the cart and at checkout.',
        },
      }}
    />
  );
}
