import { forgetLinkTokens } from '#features/accounts/useLinkToken.ts';
import { paths } from '#lib/paths.ts';
import { becomeGuest } from './open-order.api.ts';

/** @property token of the order's guest @property name of the guest */
type GuestProps = { token: string; name: string | undefined };

/**
 * Asks before this device becomes that of the order's guest. Only then orders are placed with the guest's details here,
 * and the order can be changed.
 */
export const OpenedElsewhere = ({ token, name }: GuestProps) => (
  <section className="panel order-join stack">
    <p>
      You can read this order here. If it is yours, you can also pay, change or cancel it: this device then
      orders as {name || 'its buyer'}.
    </p>
    <div className="actions">
      <button type="button" className="button quiet" onClick={() => becomeGuest(token)}>
        This order is mine
      </button>
      <button type="button" className="button plain" onClick={close}>
        Close this order
      </button>
    </div>
  </section>
);

/** Back must not open the order again on a shared phone. */
function close(): void {
  forgetLinkTokens();
  location.replace(paths.track);
}
