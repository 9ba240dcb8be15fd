type Props = {
  hint: string;
  /** Why the last file was refused. */
  message?: string | undefined;
  busy?: boolean | undefined;
  onChoose: (file: File) => Promise<void>;
};

/** Chooses a courier's file. */
export const FileField = ({ hint, message, busy, onChoose }: Props) => (
  <div className="ship-choose narrow stack gap-3">
    <label className="field">
      <span className="label">CSV file</span>
      <input
        type="file"
        accept=".csv,text/csv,text/plain"
        disabled={busy}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void onChoose(file);
        }}
      />
      <span className="hint">{hint}</span>
    </label>
    {message && (
      <p className="notice error" role="alert">
        {message}
      </p>
    )}
  </div>
);
