import { type ClipboardEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { FileButton } from '../ui/FileButton.tsx';

type Props = {
  label: string;
  hint: string;
  /** Called with a typed or scanned code; it may move the focus. Without it, the field takes tables only. */
  onCode?: (code: string) => void;
  /** Called with a pasted table, or a file. */
  onTable: (from: string | File) => void;
};

/** Whether a text has cells or rows, and so is more than a code. */
const isTable = (text: string): boolean => /[\t\n\r]/.test(text.trim());

/**
 * The field for tables, which are pasted or chosen as files, and, with `onCode`, for codes, which are typed or scanned and
 * followed by Enter. It has the focus from the beginning, and again after each code.
 */
export function ListInput({ label, hint, onCode, onTable }: Props) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setCode('');
    field.current?.focus();
    if (code.trim()) onCode?.(code.trim());
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (onCode && !isTable(text)) return;
    event.preventDefault();
    onTable(text);
  };
  return (
    <form className="stock-input stack gap-3" onSubmit={submit}>
      <div className="desk-tools" onPaste={paste}>
        <TextField
          ref={field}
          label={label}
          name="code"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          value={code}
          onChange={setCode}
          hint={hint}
        />
        <FileButton
          label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="button quiet small"
          onFile={onTable}
        >
          Choose a CSV file
        </FileButton>
      </div>
    </form>
  );
}
