import type { ReactNode } from 'react';
import { AddressLines } from '#features/addresses/AddressLines.tsx';
import { paths } from '#lib/paths.ts';
import './saved-addresses.css';
import type { Delivery } from './useDelivery.ts';

/** The saved addresses as choices; the last choice is the form. */
export function SavedAddresses({ delivery: { saved, chosen, choose } }: { delivery: Delivery }) {
  const choice = (id: string) => ({ id, checked: chosen === id, onChoose: () => choose(id) });
  return (
    <fieldset className="saved-addresses stack gap-3">
      <legend className="visually-hidden">Where should we deliver?</legend>
      {saved.map((address) => (
        <Choice key={address.id} {...choice(address.id)}>
          <AddressLines address={address} />
        </Choice>
      ))}
      <Choice {...choice('')}>
        <span>
          <strong>A new address</strong>
        </span>
      </Choice>
      {chosen && (
        <a className="button plain small flush" href={paths.account}>
          Change saved addresses
        </a>
      )}
    </fieldset>
  );
}

type ChoiceProps = { id: string; checked: boolean; onChoose: () => void; children: ReactNode };

function Choice({ id, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className="checkout-method">
      <input type="radio" name="savedAddress" value={id} checked={checked} onChange={onChoose} />
      {children}
    </label>
  );
}
