import { useRef } from 'react';

type Props = {
  /** The name of the field behind the button. */
  label: string;
  /** As in HTML: endings and types of the files that can be chosen. */
  accept: string;
  className: string;
  children: string;
  onFile: (file: File) => void;
};

/** A button that opens the browser's dialog for a file. The same file can be chosen twice. */
export function FileButton({ label, accept, className, children, onFile }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => field.current?.click()}>
        {children}
      </button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
    </>
  );
}
