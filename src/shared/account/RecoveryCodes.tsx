import { useEffect, useRef } from 'react';
import { saveFile } from '#lib/save-file.dom.ts';
import { toast } from '#ui/toast.dom.ts';

/** The text of the file to download. */
const fileOf = (codes: readonly string[]): string =>
  ['Recovery codes for two-step sign-in. Each works once.', '', ...codes, ''].join('\r\n');

async function copy(codes: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast({ message: 'The codes are copied.' });
  } catch {
    toast({ message: 'The browser did not copy them. Please select and copy them.', kind: 'error' });
  }
}

type Props = { codes: readonly string[]; onDone: () => void };

/** Shows ten recovery codes, once, with a download. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="factor-step stack">
      <h3 ref={heading} tabIndex={-1}>
        Keep your recovery codes
      </h3>
      <p>
        With one of these you can sign in when your phone is lost. Each works once. They are shown only now:
        keep them where you keep passwords, and not on that phone alone.
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" className="button quiet small" onClick={() => void copy(codes)}>
          Copy
        </button>
        <button
          type="button"
          className="button quiet small"
          onClick={() => saveFile('recovery-codes.txt', fileOf(codes), 'text/plain')}
        >
          Download
        </button>
        <button type="button" className="button small" onClick={onDone}>
          I have saved them
        </button>
      </div>
    </div>
  );
}
