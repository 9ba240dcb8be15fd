import { api, send } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { saveFile } from '#lib/save-file.dom.ts';
import { toast } from '#ui/toast.dom.ts';
import { AccountSection } from './AccountSection.tsx';
import { ProofDialog } from './ProofDialog.tsx';

/** Downloads all data that is stored about the account, after the password was entered. */
export function DownloadData({ secondFactor }: { secondFactor: boolean }) {
  return (
    <AccountSection part="data">
      <div className="prose">
        <p>
          Download what we have stored about you as one file (JSON): your account, sign-ins and devices,
          addresses, cart{IS_ON.reviews && ', reviews'}, and your orders with their payments, refunds and
          history.
        </p>
        <p>
          Messages to us with our answers{IS_ON.newsletter && ', your newsletter subscription'}, your codes
          and the list of our emails are in it once your email address is confirmed. Passwords and keys are
          never in it.
        </p>
        {IS_ON.skin && (
          <p>
            <a href={paths.skin}>My skin</a> is not in it: it is only on your device, and you see and delete
            it there.
          </p>
        )}
      </div>
      <ProofDialog
        opener="Download My Data"
        title="Download your data"
        text="Please enter your password, so that we know it is you. Keep the file where only you can read it."
        action="Download"
        secondFactor={secondFactor}
        send={(json) => send(api.user.export.$post({ json }))}
        onDone={({ success, file, ...content }, close) => {
          saveFile(file, JSON.stringify(content, null, 2), 'application/json');
          close();
          toast({ message: 'Your data is downloaded.' });
        }}
      />
    </AccountSection>
  );
}
