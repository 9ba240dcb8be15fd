import { useState } from 'react';
import type { SavedAddress } from '#domain/accounts/account.ts';
import type { DeliveryAddress } from '#domain/addresses/address.ts';
import { AddressLines } from '#features/addresses/AddressLines.tsx';
import { api, send } from '#lib/api.ts';
import { fullName } from '#lib/full-name.ts';
import type { Outcome } from '#lib/outcome.ts';
import { draftOf } from '#shared/address/draft.dom.ts';
import { toast } from '#ui/toast.dom.ts';

type Props = {
  address: SavedAddress;
  /** Whether the checkout offers it first. */
  first: boolean;
  onEdit: () => void;
  onChanged: (addresses: SavedAddress[]) => void;
  /** Called after the card was removed, to move the focus. */
  onRemoved: () => void;
};

type Answer = { addresses: SavedAddress[]; message: string };

/** A saved address. */
export function AddressCard({ address, first, onEdit, onChanged, onRemoved }: Props) {
  const [busy, setBusy] = useState(false);
  const { id } = address;
  const whose = `${fullName(address)}, ${address.address}`;

  const change = async (call: Promise<Outcome<Answer>>, message?: string) => {
    setBusy(true);
    const answer = await call;
    setBusy(false);
    if (answer.ok) {
      onChanged(answer.data.addresses);
      toast({ message: message ?? answer.data.message });
    } else if (answer.status !== 401) toast({ message: answer.message, kind: 'error' });
    return answer.ok;
  };
  const remove = async () => {
    if (await change(send(api.user.addresses.remove.$post({ json: { id } })))) onRemoved();
  };
  // Saved again without its id, the same address becomes the last used one.
  const putFirst = () => {
    const { saveInfo: _, ...texts } = draftOf(address);
    const json = { ...texts, state: address.state as DeliveryAddress['state'] };
    return change(send(api.user.addresses.$post({ json })), 'Checkout offers this address first.');
  };
  const button = (label: string, onClick: () => unknown) => (
    <button
      type="button"
      className="button plain small flush"
      aria-label={`${label}: ${whose}`}
      aria-disabled={busy}
      onClick={() => busy || onClick()}
    >
      {label}
    </button>
  );
  return (
    <>
      <AddressLines address={address} />
      {first && <span className="badge">First at checkout</span>}
      <div className="account-card-actions cluster">
        {button('Edit', onEdit)}
        {!first && button('Show first', putFirst)}
        {button('Remove', remove)}
      </div>
    </>
  );
}
