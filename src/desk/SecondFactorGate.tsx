import { useEffect } from 'react';
import { SecondFactorSetUp } from '#shared/account/SecondFactorSetUp.tsx';
import '#ui/fields.css';
import '#shared/account/login.css';

/** Shown instead of the desk to an operator who has no second factor where one is required. */
export default function SecondFactorGate({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    document.title = 'Set up two-step sign-in | Desk';
  }, []);
  return (
    <div className="login wrap">
      <div className="login-form panel stack gap-5">
        <h1>Desk</h1>
        <section className="factor-gate stack" aria-labelledby="factor-gate">
          <h2 id="factor-gate">Set up two-step sign-in</h2>
          <p className="soft">You need two-step sign-in to use the desk. It takes a minute.</p>
          <SecondFactorSetUp onDone={onDone} />
        </section>
      </div>
    </div>
  );
}
