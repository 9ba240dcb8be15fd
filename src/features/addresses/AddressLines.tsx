import type { ApiAddress } from '#features/orders/order.ts';
import './address-lines.css';

/** An address as it stands on a parcel, with how to reach whoever takes it in. */
export function AddressLines({ address }: { address: ApiAddress }) {
  const { firstName, lastName, address: street, city, state, zipcode, phone, email } = address;
  return (
    <span className="address-lines">
      <strong>
        {firstName} {lastName}
      </strong>
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
