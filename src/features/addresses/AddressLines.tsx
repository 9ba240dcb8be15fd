import type { ApiAddress } from '#domain/orders/order.ts';
import { fullName } from '#lib/full-name.ts';
import './address-lines.css';

/** An address as on a parcel, with phone and email. */
export function AddressLines({ address }: { address: ApiAddress }) {
  const { address: street, city, state, zipcode, phone, email } = address;
  return (
    <span className="address-lines">
      <strong>{fullName(address)}</strong>
      <span>{street}</span>
      <span>
        {city}, {state} {zipcode}
      </span>
      <span className="small soft">
        {phone} · {email}
      </span>
    </span>
  );
}
