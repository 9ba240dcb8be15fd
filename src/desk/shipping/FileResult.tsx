import type { ReactNode } from 'react';

type Props = {
  /** What was done. */
  children: ReactNode;
  /** The orders that stayed as they were. */
  failed: readonly { reference: string; message: string }[];
  onDone: () => void;
  onRestart: () => void;
  undo?: ReactNode;
};

/** What became of a courier's file. */
export const FileResult = ({ children, failed, onDone, onRestart, undo }: Props) => (
  <>
    <p role="status">
      {children}
      {failed.length > 0 && ` ${failed.length} ${failed.length === 1 ? 'was' : 'were'} not:`}
    </p>
    {failed.length > 0 && (
      <ul className="ship-failed">
        {failed.map(({ reference, message }) => (
          <li key={reference}>
            {reference}: {message}
          </li>
        ))}
      </ul>
    )}
    <div className="desk-end cluster">
      <button type="button" className="button" onClick={onDone}>
        Done
      </button>
      <button type="button" className="button quiet" onClick={onRestart}>
        Another file
      </button>
      {undo}
    </div>
  </>
);
