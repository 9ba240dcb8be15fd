/** @property onDrop leaves out the rows of the problems */
type Props = { problems: readonly string[]; onDrop: () => void };

/** At most so many are shown. */
const shown = 20;

/** The problems of a list, which cannot be sent with them, and a button that leaves their rows out. */
export function ListProblems({ problems, onDrop }: Props) {
  if (!problems.length) return null;
  return (
    <div className="notice error stack gap-3" role="alert">
      <ul className="stock-problems">
        {problems.slice(0, shown).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
        {problems.length > shown && <li>and {problems.length - shown} more</li>}
      </ul>
      <div>
        <button type="button" className="button quiet small" onClick={onDrop}>
          {problems.length === 1 ? 'Leave it out' : `Leave these ${problems.length} out`}
        </button>
      </div>
    </div>
  );
}
