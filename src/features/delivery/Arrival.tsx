import { promiseText } from '#domain/delivery/promise-text.ts';
import type { PincodeCheck } from './check-pincode.api.ts';
import './arrival.css';

type Props = {
  /** Empty if none is remembered: then nothing is shown. */
  pincode: string;
  /** undefined while it is loading. */
  check: PincodeCheck | undefined;
  /** Of customer care. */
  phone: string | undefined;
};

/** When an order arrives at the remembered pincode, and whether cash is taken there. */
export function Arrival({ pincode, check, phone }: Props) {
  if (!pincode) return null;
  const promise = check?.promise;
  return (
    <p className={promise?.served === false ? 'notice error small' : 'arrival'} role="status">
      {promise && promiseText(promise, pincode, phone)}
      {promise?.served && (
        <span className="soft small">
          {promise.cod || !IS_ON.cod ? `at ${pincode}` : `at ${pincode}, without cash on delivery`}
        </span>
      )}
      {check?.problem}
    </p>
  );
}
