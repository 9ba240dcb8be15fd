import { api, send } from '#lib/api.ts';
import { setFlash } from '#lib/flash.dom.ts';
import { paths } from '#lib/paths.ts';
import { forgetSession, untilUnload } from '#shared/account/session.api.ts';
import { AccountSection } from './AccountSection.tsx';
import { ProofDialog } from './ProofDialog.tsx';

/** Deletes the account: says what is deleted and what is kept, and asks for the password. */
export function DeleteAccount({ token, secondFactor }: { token: string; secondFactor: boolean }) {
  return (
    <AccountSection part="delete">
      <div className="prose">
        <p>
          Deleting erases your name, email address, password, addresses and cart. If your email address is
          confirmed, its newsletter and codes go too. It cannot be undone.
        </p>
        <p>
          Tax law makes us keep what was sold: what, when, for how much, and to which state and pincode,
          without your name. Reviews stay too, as those of “Anonymous”, and messages to us stay for a while,
          so that we can answer for them. While an order is on its way or a refund is due, the account has to
          wait.
        </p>
      </div>
      <ProofDialog
        opener="Delete My Account"
        title="Delete your account for good?"
        text="Please enter your password, so that we know it is you."
        action="Delete for Good"
        cancel="Keep My Account"
        danger
        secondFactor={secondFactor}
        send={(json) => send(api.user.delete.$post({ json }))}
        onDone={({ message }) => {
          setFlash({ message, kind: 'success' });
          location.replace(paths.home);
          forgetSession(token);
          return untilUnload;
        }}
      />
    </AccountSection>
  );
}
