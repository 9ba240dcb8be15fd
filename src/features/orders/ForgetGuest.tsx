import { useState } from 'react';
import { forgetGuest } from '#features/accounts/guest.api.ts';
import { toast } from '#ui/toast.dom.ts';

/** Removes the guest's details, on a shared phone. */
export function ForgetGuest() {
  const [busy, setBusy] = useState(false);
  const forget = async () => {
    setBusy(true);
    await forgetGuest();
    toast({
      message: 'Your details are removed from this device. The links in our emails open your orders.',
    });
  };
  return (
    <p className="orders-guest wrap cluster">
      <span className="soft small">
        You ordered without an account. On a shared device, remove your details when you are done.
      </span>
      <button
        type="button"
        className="button plain small flush"
        aria-busy={busy}
        disabled={busy}
        onClick={forget}
      >
        Remove my details from this device
      </button>
    </p>
  );
}
