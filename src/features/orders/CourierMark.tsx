/**
 * A courier as a letter mark instead of its logo.
 * @param known without it the name is plain text, or 'Not specified' (docs/behaviour.md, "Couriers")
 */
export function CourierMark({ name, known }: { name: string | null; known: boolean }) {
  const letters = name?.trim();
  if (!letters || !known) return <span>{letters || 'Not specified'}</span>;
  const width = Math.round(letters.length * 9.5) + 28;
  return (
    <svg
      className="courier"
      viewBox={`0 0 ${width} 32`}
      width={width}
      height="32"
      role="img"
      aria-label={letters}
    >
      <rect x="0.5" y="0.5" width={width - 1} height="31" rx="6" />
      <text x="50%" y="21.5" textAnchor="middle" textLength={width - 28}>
        {letters}
      </text>
    </svg>
  );
}
