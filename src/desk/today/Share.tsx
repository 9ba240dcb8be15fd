/** A bar behind a number of a table. @param of the number with the full bar */
export function Share({ value, of, children }: { value: number; of: number; children: React.ReactNode }) {
  return (
    <span className="desk-share stack gap-1">
      <span>{children}</span>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="desk-bar" width={of ? (value / of) * 100 : 0} height={4} />
      </svg>
    </span>
  );
}
