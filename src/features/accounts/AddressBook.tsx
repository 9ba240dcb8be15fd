import { useRef, useState } from 'react';
import type { ApiUser, SavedAddress } from '#domain/accounts/account.ts';
import { maxAddresses } from '#domain/accounts/address-limit.ts';
import { api, send } from '#lib/api.ts';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import { LoadedSection } from './AccountSection.tsx';
import { AddressCard } from './AddressCard.tsx';
import { AddressEditor } from './AddressEditor.tsx';

/** The saved addresses that the checkout offers, the last used one first. */
export function AddressBook({ token, user }: { token: string; user: ApiUser }) {
  const { load, busy, reload, replace } = useLoad(token, () => send(api.user.addresses.$get()));
  /** The id of the address that is being edited, or `new`. */
  const [edited, setEdited] = useState<string>();
  const adding = useRef<HTMLButtonElement>(null);

  const keep = (kept: SavedAddress[]) => replace({ success: true, addresses: kept });
  const close = () => {
    setEdited(undefined);
    requestAnimationFrame(() => adding.current?.focus());
  };
  const editor = (address?: SavedAddress) => (
    <AddressEditor
      key={address?.id ?? 'new'}
      user={user}
      address={address}
      onCancel={close}
      onSaved={(kept, message) => {
        keep(kept);
        toast({ message });
        close();
      }}
    />
  );
  const empty = load.state === 'ready' && !load.data.addresses.length;
  return (
    <LoadedSection
      part="addresses"
      lead={empty ? undefined : 'Checkout offers them, the one you used last first.'}
      of={{ load, busy, reload }}
    >
      {({ addresses }) => (
        <>
          {!addresses.length && edited !== 'new' && (
            <p className="soft">
              No addresses yet. Add one here, or tick “Save this information for next time” when you order.
            </p>
          )}
          <ul className="address-cards stack">
            {addresses.map((address, index) => (
              <li key={address.id} className={edited === address.id ? 'account-editing' : 'account-card'}>
                {edited === address.id ? (
                  editor(address)
                ) : (
                  <AddressCard
                    address={address}
                    first={index === 0}
                    onEdit={() => setEdited(address.id)}
                    onChanged={keep}
                    onRemoved={() => adding.current?.focus()}
                  />
                )}
              </li>
            ))}
          </ul>
          {edited === 'new' && editor()}
          {addresses.length >= maxAddresses ? (
            <p className="soft small">Your book is full: it holds {maxAddresses} addresses.</p>
          ) : (
            <button
              type="button"
              ref={adding}
              className="button quiet account-add"
              hidden={edited === 'new'}
              onClick={() => setEdited('new')}
            >
              Add an Address
            </button>
          )}
        </>
      )}
    </LoadedSection>
  );
}
