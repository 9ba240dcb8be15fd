import type { ApiPromise } from '#domain/delivery/promise.ts';
import { formatDays } from '#domain/delivery/promise-text.ts';
import type { KnownPincode } from './usePincode.ts';

type Props = {
  /** Shown before there is a pincode. */
  hint?: string | undefined;
  /** Of the form; undefined until the directory has answered, and for a saved address. */
  known?: KnownPincode | undefined;
  /** undefined while it is loading, and without a pincode. */
  promise: ApiPromise | null | undefined;
  /** Why the shop does not deliver to the pincode. */
  notServed: string | undefined;
};

/** What the pincode means: its place, when the order arrives, and whether cash is taken. */
export function PincodeNote({ hint, known, promise, notServed }: Props) {
  if (notServed)
    return (
      <p className="notice error small pincode-note half" role="status">
        {notServed}
      </p>
    );
  return (
    <p className="pincode-note half" role="status">
      {known && <span className="soft small">{placeOf(known)}</span>}
      {hint && <span className="soft small">{hint}</span>}
      {promise && (
        <>
          <strong>Arrives {formatDays(promise.from, promise.to)}</strong>
          {IS_ON.cod && !promise.cod && <span className="small">No cash on delivery at this pincode</span>}
        </>
      )}
    </p>
  );
}

function placeOf({ pincode, area }: KnownPincode): string {
  if (!area) return 'We cannot look up pincodes at the moment. Please enter city and state.';
  if (area === 'unlisted') return `We do not know the pincode ${pincode}. Please check it.`;
  const { state, states, city, district } = area;
  if (states.length > 1) return `This pincode is in ${states.join(' or ')}. Please choose yours.`;
  if (!state) return 'This pincode may be in several states. Please choose yours.';
  return [city ?? district, state].filter((name, n, all) => name && all.indexOf(name) === n).join(', ');
}
